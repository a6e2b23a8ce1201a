import type { FastifyInstance } from "fastify";

/** A body that claims to be JSON and is not. */
export class MalformedBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Reads JSON bodies. A body of another type counts as none, so that the endpoint misses its fields. Nothing is
 * refused here: faults and the token come first.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(.+\+)?json/, { parseAs: "string" }, (_request, text, done) => {
    done(null, parse(text.toString()));
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _text, done) => {
    done(null, undefined);
  });
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new MalformedBody(text);
  }
}
