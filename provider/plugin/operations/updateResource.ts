import { UpdateResponse, type UpdateRequest } from "@pulumi/pulumi/proto/provider_pb";
import { withoutIgnored } from "../ignoreChanges";
import { resourceKind } from "../resourceKinds";
import { receive } from "../wire/receive";
import { fromStruct, toStruct } from "../wire/structs";
import { operate, type Surroundings } from "./operate";
import { outgoingInputs, outgoingOutputs } from "./outgoing";
import { previewUpdate } from "./previews";
import { secretsOf } from "./secretsOf";

/** Saves and deploys what changed; in a preview, tells what is known of the outputs. */
export async function updateResource(
  surroundings: Surroundings,
  request: UpdateRequest,
): Promise<UpdateResponse> {
  const kind = resourceKind(request.getType());
  const olds = receive(fromStruct(request.getOlds()));
  const given = receive(fromStruct(request.getNews()));
  const ignored = request.getIgnorechangesList();
  const news = withoutIgnored(given.properties, olds.properties, ignored, kind.lifecycle);
  // What is left as it is keeps its secrets as well.
  const secrets = ignored.length > 0 ? secretsOf(given, olds) : secretsOf(given);
  const { outputs } = request.getPreview()
    ? { outputs: previewUpdate(kind, olds.properties, news, surroundings.configuration.settings.onConflict) }
    : await operate(
        surroundings,
        {
          urn: request.getUrn(),
          timeout: request.getTimeout(),
          secrets: secretsOf(given, olds),
          record: (reached) => ({
            properties: outgoingOutputs(kind, reached, secrets),
            inputs: outgoingInputs(kind, given.properties, given.secrets),
          }),
        },
        (context) => kind.lifecycle.update(context, olds.properties, news),
      );
  const response = new UpdateResponse();
  response.setProperties(toStruct(outgoingOutputs(kind, outputs, secrets)));
  return response;
}
