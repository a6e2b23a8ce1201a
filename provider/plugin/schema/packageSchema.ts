import { packageVersion } from "../../api/version";
import { configSpec, providerSpec } from "./configurationSpecs";
import { functionSpecs } from "./functionSpecs";
import { languages } from "./languages";
import type { PackageSpec } from "./packageSpec";
import { resourceSpecs } from "./resourceSpecs";
import { TypeBook } from "./typeBook";

/** The package's schema, made from the definitions of inputs, outputs, functions and configuration keys. */
export function packageSchema(): PackageSpec {
  const types = new TypeBook();
  const resources = resourceSpecs(types);
  const functions = functionSpecs(types);
  return {
    name: "hostconfig",
    displayName: "Host Configuration",
    version: packageVersion,
    description:
      "Hosts and groups of a hosting platform: declare a server's configuration, save it, deploy it, wait until it is published.",
    keywords: ["pulumi", "hostconfig", "hosting", "deployment", "kind/native", "category/infrastructure"],
    license: "Apache-2.0",
    publisher: "pulumi-hostconfig",
    meta: { supportPack: true },
    language: languages,
    config: configSpec(),
    provider: providerSpec(),
    types: types.types,
    resources,
    functions,
  };
}
