"use strict";
// A provider whose resources do nothing: a bare gRPC server, and what the engine needs to hear. What a run with it takes
// is what the engine costs, and until it listens is what a gRPC server in Node.js takes.
const { setTimeout } = require("node:timers/promises");
const grpc = require("@grpc/grpc-js");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const messages = require("@pulumi/pulumi/proto/provider_pb");

const schema = {
  name: "floor",
  version: "0.0.1",
  resources: {
    "floor:index:Nothing": {
      inputProperties: {
        name: { type: "string" },
        clientId: { type: "integer" },
        json: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
      },
    },
  },
};

/** How long an update takes; the configuration `floor:updateSeconds` sets it. */
let updateMilliseconds = 0;

const methods = {
  handshake: () => new messages.ProviderHandshakeResponse(),
  getPluginInfo: () => {
    const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");
    const info = new PluginInfo();
    info.setVersion(schema.version);
    return info;
  },
  getSchema: () => {
    const response = new messages.GetSchemaResponse();
    response.setSchema(JSON.stringify(schema));
    return response;
  },
  checkConfig: (request) => checked(request),
  diffConfig: () => new messages.DiffResponse(),
  configure: (request) => {
    updateMilliseconds = 1000 * Number(request.getVariablesMap().get("floor:config:updateSeconds") ?? 0);
    const response = new messages.ConfigureResponse();
    response.setSupportspreview(true);
    return response;
  },
  check: (request) => checked(request),
  diff: (request) => {
    const response = new messages.DiffResponse();
    const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
    const same = inOrder(request.getOlds()) === inOrder(request.getNews());
    response.setChanges(same ? DIFF_NONE : DIFF_SOME);
    return response;
  },
  create: (request) => {
    const response = new messages.CreateResponse();
    response.setId("nothing");
    response.setProperties(request.getProperties());
    return response;
  },
  read: (request) => {
    const response = new messages.ReadResponse();
    response.setId(request.getId());
    response.setProperties(request.getProperties());
    response.setInputs(request.getInputs());
    return response;
  },
  update: async (request) => {
    if (updateMilliseconds > 0) await setTimeout(updateMilliseconds);
    const response = new messages.UpdateResponse();
    response.setProperties(request.getNews());
    return response;
  },
  delete: () => empty(),
  cancel: () => empty(),
};

/** The engine sends the members of an object in any order. */
function inOrder(struct) {
  return JSON.stringify(struct.toJavaScript(), (_key, value) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
}

function checked(request) {
  const response = new messages.CheckResponse();
  response.setInputs(request.getNews());
  return response;
}

function empty() {
  const { createRequire } = require("node:module");
  const load = createRequire(require.resolve("@pulumi/pulumi/proto/provider_pb"));
  return new (load("google-protobuf/google/protobuf/empty_pb").Empty)();
}

function answering(method) {
  return (call, callback) => {
    Promise.resolve(method(call.request)).then((response) => callback(null, response), callback);
  };
}

const unimplemented = (_call, callback) => callback({ code: grpc.status.UNIMPLEMENTED, details: "" });
const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
server.addService(
  ResourceProviderService,
  Object.fromEntries(
    Object.keys(ResourceProviderService).map((name) => {
      const method = methods[name];
      return [name, method ? answering(method) : unimplemented];
    }),
  ),
);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
