import { ReadResponse, type ReadRequest } from "@pulumi/pulumi/proto/provider_pb";
import { resourceKind } from "../resourceKinds";
import { receive } from "../wire/receive";
import { fromStruct, toStruct } from "../wire/structs";
import { inputsAsTheyCame, outputsAsTheyCame } from "./asItCame";
import { operate, type Surroundings } from "./operate";
import { foundInputs, outgoingOutputs } from "./outgoing";
import { secretsOf } from "./secretsOf";

/** Reads a resource for a refresh, or for an import by id or by `client/name`. Without an id it is gone. */
export async function readResource(surroundings: Surroundings, request: ReadRequest): Promise<ReadResponse> {
  const kind = resourceKind(request.getType());
  const wire = { properties: fromStruct(request.getProperties()), inputs: fromStruct(request.getInputs()) };
  const [olds, inputs] = [receive(wire.properties), receive(wire.inputs)];
  const secrets = secretsOf(olds, inputs);
  const found = await operate(surroundings, { urn: request.getUrn(), secrets }, async (context) => {
    // What an earlier operation has left behind always has this; an import brings nothing, or what a program guesses.
    const state = olds.properties.__state === undefined ? undefined : olds.properties;
    return kind.lifecycle.read(context, request.getId(), state);
  });
  const response = new ReadResponse();
  if (found === undefined) return response;
  response.setId(found.id);
  response.setInputs(
    inputsAsTheyCame(kind, found.inputs, inputs, wire.inputs)
      ? request.getInputs()
      : toStruct(foundInputs(kind, found.inputs, secrets, inputs)),
  );
  response.setProperties(
    outputsAsTheyCame(kind, found.outputs, olds, wire.properties, secrets)
      ? request.getProperties()
      : toStruct(outgoingOutputs(kind, found.outputs, secrets)),
  );
  return response;
}
