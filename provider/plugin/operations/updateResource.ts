import { UpdateResponse, type UpdateRequest } from "@pulumi/pulumi/proto/provider_pb";
import { shownNotices } from "../../engine/findings";
import { withoutIgnored } from "../ignoreChanges";
import { resourceKind } from "../resourceKinds";
import { receive } from "../wire/receive";
import { fromStruct, toStruct } from "../wire/structs";
import { operate, type Surroundings } from "./operate";
import { outgoingInputs, outgoingOutputs } from "./outgoing";
import { previewUpdate } from "./previews";
import { secretsOf } from "./secretsOf";
import { warn } from "./warn";

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
  // No path of a comparison could tell of a deployment that is due: the engine would show the output's old value as deleted.
  // A comparison does not know whether it is one of a preview; an update of the same run deploys what is due.
  const preview = async () => {
    const diff = kind.lifecycle.diff(olds.properties, news, surroundings.configuration.settings.onConflict);
    await warn(surroundings.engine, request.getUrn(), shownNotices(diff.notices), olds, given);
    return { outputs: previewUpdate(kind, diff, olds.properties, news) };
  };
  const { outputs } = request.getPreview()
    ? await preview()
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
