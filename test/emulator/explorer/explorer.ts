import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  "connect-src 'self'",
].join("; ");

/** The explorer: one page without any other resource, made from the service's own description. */
export function serveExplorer(app: FastifyInstance): void {
  const page = readFileSync(join(__dirname, "page.html"), "utf8");
  app.get("/", { config: { pattern: "/" } }, (_request, reply) => {
    void reply.header("content-security-policy", policy).type("text/html; charset=utf-8").send(page);
  });
}
