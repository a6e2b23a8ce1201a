import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { type WireObject, toStruct } from "../../provider/plugin/structs";
import { hostType } from "./pluginHarness";

/** What most requests have in common; by default about a host named `web` in the program. */
interface About {
  type?: string;
  id?: string;
}

function urnOf(type: string): string {
  return `urn:pulumi:dev::shop::${type}::web`;
}

export function checkRequest(news: WireObject, olds: WireObject = {}, { type = hostType }: About = {}) {
  const request = new messages.CheckRequest();
  request.setUrn(urnOf(type));
  request.setType(type);
  request.setNews(toStruct(news));
  request.setOlds(toStruct(olds));
  return request;
}

export function diffRequest(
  olds: WireObject,
  news: WireObject,
  { type = hostType, id = "1", ignoreChanges = [] }: About & { ignoreChanges?: string[] } = {},
) {
  const request = new messages.DiffRequest();
  request.setUrn(urnOf(type));
  request.setType(type);
  request.setId(id);
  request.setOlds(toStruct(olds));
  request.setNews(toStruct(news));
  request.setIgnorechangesList(ignoreChanges);
  return request;
}

export function createRequest(
  news: WireObject,
  { type = hostType, preview = false, timeout = 0 }: About & { preview?: boolean; timeout?: number } = {},
) {
  const request = new messages.CreateRequest();
  request.setUrn(urnOf(type));
  request.setType(type);
  request.setProperties(toStruct(news));
  request.setPreview(preview);
  request.setTimeout(timeout);
  return request;
}

export function updateRequest(
  olds: WireObject,
  news: WireObject,
  {
    type = hostType,
    id = "1",
    preview = false,
    ignoreChanges = [],
  }: About & { preview?: boolean; ignoreChanges?: string[] } = {},
) {
  const request = new messages.UpdateRequest();
  request.setUrn(urnOf(type));
  request.setType(type);
  request.setId(id);
  request.setOlds(toStruct(olds));
  request.setNews(toStruct(news));
  request.setPreview(preview);
  request.setIgnorechangesList(ignoreChanges);
  return request;
}

export function readRequest(
  id: string,
  { type = hostType, properties, inputs }: About & { properties?: WireObject; inputs?: WireObject } = {},
) {
  const request = new messages.ReadRequest();
  request.setUrn(urnOf(type));
  request.setType(type);
  request.setId(id);
  if (properties !== undefined) request.setProperties(toStruct(properties));
  if (inputs !== undefined) request.setInputs(toStruct(inputs));
  return request;
}

export function deleteRequest(properties: WireObject, { type = hostType, id = "1" }: About = {}) {
  const request = new messages.DeleteRequest();
  request.setUrn(urnOf(type));
  request.setType(type);
  request.setId(id);
  request.setProperties(toStruct(properties));
  return request;
}
