"use strict";
// A gRPC server that serves nothing: how soon one in Node.js can tell its port.
const grpc = require("@grpc/grpc-js");

const server = new grpc.Server();
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
