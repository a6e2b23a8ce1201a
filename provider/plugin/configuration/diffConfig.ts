import { DiffResponse, PropertyDiff, type DiffRequest } from "@pulumi/pulumi/proto/provider_pb";
import { unionOfKeys, valueAt } from "../../lifecycle/configuration/jsonKinds";
import { sameMeaning } from "../../lifecycle/configuration/sameMeaning";
import type { Properties } from "../../lifecycle/configuration/unknown";
import { receive } from "../wire/receive";
import { fromStruct } from "../wire/structs";

/** What changes in a provider's configuration. No change ever replaces anything: an id stays an id. */
export function diffConfig(request: DiffRequest): DiffResponse {
  const olds = receive(fromStruct(request.getOldInputs() ?? request.getOlds())).properties;
  const news = receive(fromStruct(request.getNews())).properties;
  const changed = unionOfKeys(olds, news).filter(
    (key) => !sameMeaning(valueAt(olds, key), valueAt(news, key)),
  );
  const response = new DiffResponse();
  response.setChanges(
    changed.length > 0 ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE,
  );
  response.setDiffsList(changed);
  response.setHasdetaileddiff(true);
  for (const key of changed) {
    const difference = new PropertyDiff();
    difference.setKind(kindOf(olds, news, key));
    difference.setInputdiff(true);
    response.getDetaileddiffMap().set(key, difference);
  }
  return response;
}

function kindOf(olds: Properties, news: Properties, key: string): PropertyDiff.Kind {
  if (valueAt(olds, key) === undefined) return PropertyDiff.Kind.ADD;
  return valueAt(news, key) === undefined ? PropertyDiff.Kind.DELETE : PropertyDiff.Kind.UPDATE;
}
