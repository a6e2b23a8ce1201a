import { ReadResponse, type ReadRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { Unpublished } from "../../deploy/context";
import { collectsFindings, recordFinding } from "../../runtime/findings";
import { fromStruct, toStruct } from "../structs";
import { receive } from "../values";
import { operate, type Surroundings } from "./operate";
import {
  inputsAsTheyCame,
  outputsAsTheyCame,
  foundInputs,
  outgoingOutputs,
  findingSecrets,
  secretsOf,
} from "./values";
import { resourceKind } from "../resourceKinds";

/** Reads a resource for a refresh, or for an import by id or by `client/name`. Without an id it is gone. */
export async function readResource(surroundings: Surroundings, request: ReadRequest): Promise<ReadResponse> {
  const kind = resourceKind(request.getType());
  const wire = { properties: fromStruct(request.getProperties()), inputs: fromStruct(request.getInputs()) };
  const [olds, inputs] = [receive(wire.properties), receive(wire.inputs)];
  const secrets = secretsOf(olds, inputs);
  const collects = collectsFindings();
  const unpublished: Unpublished[] = [];
  const found = await operate(surroundings, { urn: request.getUrn(), secrets }, async (context) => {
    // What an earlier operation has left behind always has this; an import brings nothing, or what a program guesses.
    const state = olds.properties.__state === undefined ? undefined : olds.properties;
    const progress = collects
      ? { ...context.progress, unpublished: (one: Unpublished) => void unpublished.push(one) }
      : context.progress;
    return kind.lifecycle.read({ ...context, progress }, request.getId(), state);
  });
  if (collects) {
    recordFinding(
      {
        operation: "read",
        urn: request.getUrn(),
        id: request.getId(),
        label: kind.lifecycle.label,
        gone: found === undefined,
        values: found?.drift ?? [],
        unpublished,
      },
      { ...findingSecrets(kind, secrets), redact: (text) => surroundings.configuration.redact(text) },
    );
  }
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
