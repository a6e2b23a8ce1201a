import { status } from "@grpc/grpc-js";
import { InvokeResponse, type InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { FunctionArgumentsError } from "../../functions/definition";
import { functionNamed } from "../../functions/functions";
import { checkFailure, GrpcError } from "../errors";
import { fromStruct, toStruct } from "../structs";
import { markSecrets, receive, send } from "../values";
import { operate, type Surroundings } from "./operate";
import { secretsOf } from "./values";

/** Calls a function. */
export async function invokeFunction(
  surroundings: Surroundings,
  request: InvokeRequest,
): Promise<InvokeResponse> {
  const called = functionNamed(request.getTok().replace(/^hostconfig:index:/, ""));
  if (called === undefined) {
    throw new GrpcError(status.INVALID_ARGUMENT, `hostconfig has no function ${request.getTok()}.`);
  }
  const args = receive(fromStruct(request.getArgs()));
  const secrets = secretsOf(args);
  const outcome = await operate(surroundings, { urn: "", secrets }, (context) =>
    called.invoke(context, args.properties).catch(refusedArguments),
  );
  const response = new InvokeResponse();
  if (outcome instanceof FunctionArgumentsError) {
    response.setFailuresList(outcome.failures.map(({ property, reason }) => checkFailure(reason, property)));
    return response;
  }
  const paths = called.secretResults.map((key) => [key]);
  response.setReturn(toStruct(send(markSecrets(outcome, { paths, texts: secrets.texts, wholeLists: true }))));
  return response;
}

/** Arguments that cannot be used are an answer of their own in the protocol, and no error. */
function refusedArguments(error: unknown): FunctionArgumentsError {
  if (error instanceof FunctionArgumentsError) return error;
  throw error;
}
