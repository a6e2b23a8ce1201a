import { DiffResponse, PropertyDiff, type DiffRequest } from "@pulumi/pulumi/proto/provider_pb";
import type { EngineConnection } from "../../engine/engineConnection";
import { collectsFindings, recordFinding } from "../../engine/findings";
import { valueAtPath } from "../../lifecycle/configuration/jsonKinds";
import type { PropertyDifference } from "../../lifecycle/properties/diffResult";
import type { Configuration } from "../configuration/configure";
import { withoutIgnored } from "../ignoreChanges";
import { writePropertyPath } from "../propertyPaths";
import { resourceKind } from "../resourceKinds";
import { receive } from "../wire/receive";
import { fromStruct } from "../wire/structs";
import { findingSecrets, secretsOf } from "./secretsOf";
import { warn } from "./warn";

const kinds: Readonly<Record<PropertyDifference["kind"], PropertyDiff.Kind>> = {
  add: PropertyDiff.Kind.ADD,
  update: PropertyDiff.Kind.UPDATE,
  delete: PropertyDiff.Kind.DELETE,
  "add-replace": PropertyDiff.Kind.ADD_REPLACE,
  "update-replace": PropertyDiff.Kind.UPDATE_REPLACE,
  "delete-replace": PropertyDiff.Kind.DELETE_REPLACE,
};

/** What an update would change; reaches no service. */
export async function diffResource(
  engine: EngineConnection,
  configuration: Configuration | undefined,
  request: DiffRequest,
): Promise<DiffResponse> {
  const kind = resourceKind(request.getType());
  const state = receive(fromStruct(request.getOlds()));
  const given = receive(fromStruct(request.getNews()));
  const olds = state.properties;
  const news = withoutIgnored(given.properties, olds, request.getIgnorechangesList(), kind.lifecycle);
  const { changes, replaces, deleteBeforeReplace, differences, notices } = kind.lifecycle.diff(olds, news);
  const urn = request.getUrn();
  const shared =
    replaces.length > 0
      ? []
      : (configuration?.shared.compared(urn, kind.lifecycle.label, request.getId()) ?? []);
  if (collectsFindings()) {
    recordFinding(
      {
        operation: "diff",
        urn,
        id: request.getId(),
        label: kind.lifecycle.label,
        values: differences.map(({ path }) => ({
          path,
          before: valueAtPath(olds, path),
          after: valueAtPath(news, path),
        })),
        unpublished: notices.flatMap(({ unpublished }) => unpublished ?? []),
      },
      {
        ...findingSecrets(kind, secretsOf(state, given)),
        redact: configuration && ((text) => configuration.redact(text)),
      },
    );
  }
  // A deployment that is due is announced by the preview of the update, since the update of the same run settles it.
  const lasting = notices.filter(({ unpublished }) => unpublished === undefined).map(({ text }) => text);
  await warn(engine, urn, [...lasting, ...shared], state, given);
  const response = new DiffResponse();
  response.setChanges(changes ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE);
  response.setReplacesList(replaces);
  response.setDiffsList([...new Set(differences.map(({ path }) => String(path[0])))]);
  response.setDeletebeforereplace(deleteBeforeReplace);
  response.setHasdetaileddiff(true);
  for (const difference of differences) {
    const propertyDiff = new PropertyDiff();
    const { text, exact } = writePropertyPath(difference.path);
    propertyDiff.setKind(kinds[exact ? difference.kind : ofParent(difference.kind)]);
    // The comparison is with the outputs: after an update that ended half-way, only they say what was reached.
    propertyDiff.setInputdiff(false);
    response.getDetaileddiffMap().set(text, propertyDiff);
  }
  return response;
}

/** A parent that is named for its member is there before and after. */
function ofParent(kind: PropertyDifference["kind"]): PropertyDifference["kind"] {
  return kind.endsWith("-replace") ? "update-replace" : "update";
}
