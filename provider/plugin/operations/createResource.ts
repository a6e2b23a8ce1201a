import { CreateResponse, type CreateRequest } from "@pulumi/pulumi/proto/provider_pb";
import { resourceKind } from "../resourceKinds";
import { receive } from "../wire/receive";
import { fromStruct, toStruct } from "../wire/structs";
import { operate, type Surroundings } from "./operate";
import { outgoingInputs, outgoingOutputs } from "./outgoing";
import { previewCreate } from "./previews";
import { secretsOf } from "./secretsOf";

/** Creates a resource, or takes an existing record over; in a preview, tells what is known of the outputs. */
export async function createResource(
  surroundings: Surroundings,
  request: CreateRequest,
): Promise<CreateResponse> {
  const kind = resourceKind(request.getType());
  const news = receive(fromStruct(request.getProperties()));
  const secrets = secretsOf(news);
  const { id, outputs } = request.getPreview()
    ? previewCreate(kind, news.properties)
    : await operate(
        surroundings,
        {
          urn: request.getUrn(),
          timeout: request.getTimeout(),
          secrets,
          record: (reached) => ({
            properties: outgoingOutputs(kind, reached, secrets),
            inputs: outgoingInputs(kind, news.properties, news.secrets),
          }),
        },
        (context) => kind.lifecycle.create(context, news.properties),
      );
  const response = new CreateResponse();
  response.setId(id);
  response.setProperties(toStruct(outgoingOutputs(kind, outputs, secrets)));
  return response;
}
