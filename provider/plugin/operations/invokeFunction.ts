import { status } from "@grpc/grpc-js";
import { InvokeResponse, type InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { FunctionArgumentsError } from "../../lifecycle/functions/errors/functionArgumentsError";
import { functionNamed } from "../../lifecycle/functions/functions";
import { checkFailure } from "../checkFailures";
import { GrpcError } from "../grpcError";
import { markSecrets } from "../wire/markSecrets";
import { receive } from "../wire/receive";
import { send } from "../wire/send";
import { fromStruct, toStruct } from "../wire/structs";
import { operate, type Surroundings } from "./operate";
import { secretsOf } from "./secretsOf";

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
