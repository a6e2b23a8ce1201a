import { steps, type Contender } from "./contender";
import { openJavaScriptProgram } from "./javaScriptProgram";

/** The provider as a tutorial on dynamic resources would write it for this service. */
const beginning = `const settings = new pulumi.Config("bench");
async function call(inputs, method, path, body) {
  const response = await fetch(inputs.url + "/api/v1" + path, {
    method,
    headers: {
      Authorization: "Bearer " + inputs.token,
      Accept: "application/json",
      "Content-Type": "application/json",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(method + " " + path + " answered " + response.status);
  return response.json();
}
const hostProvider = {
  async create(inputs) {
    const { id } = await call(inputs, "POST", "/hosts", {
      name: inputs.name,
      client_id: inputs.clientId,
      json: inputs.json,
    });
    return { id: String(id), outs: inputs };
  },
  async read(id, props) {
    const host = await call(props, "GET", "/hosts/" + id);
    return { id, props: { ...props, json: host.json } };
  },
  async update(id, olds, news) {
    await call(news, "POST", "/hosts/" + id, { json: news.json });
    await call(news, "POST", "/hosts/" + id + "/deploy", { type: "deploy" });
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const status = await call(news, "GET", "/hosts/" + id + "/deploy");
      if (status.publishing_status === "published") return { outs: news };
      if (status.publishing_status !== "deploy") throw new Error("deployment: " + status.publishing_status);
    }
  },
};
class Host extends pulumi.dynamic.Resource {
  constructor(name, inputs) {
    super(hostProvider, name, { url: settings.require("url"), token: settings.requireSecret("token"), ...inputs });
  }
}`;

/** A plain dynamic resource with `fetch`. */
export const fetchResource: Contender = {
  name: "dynamic resource with fetch",
  steps,
  note: "no search before a create, no read before a save, no status in a refresh; polls every second",
  open: (arena, prefix, size) =>
    openJavaScriptProgram(arena, prefix, size, {
      beginning,
      resource: `new Host(name, { name, clientId: ${arena.clientId}, json })`,
      config: {
        "bench:url": { value: arena.service.url },
        "bench:token": { value: arena.service.token, secret: true },
      },
    }),
};
