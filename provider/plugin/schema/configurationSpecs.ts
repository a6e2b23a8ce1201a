import { settingKeys, type SettingKey } from "../../api/settings";
import type { PackageSpec, PropertySpec } from "./packageSpec";

/** The stack's configuration keys. */
export function configSpec(): PackageSpec["config"] {
  return { variables: properties(variable) };
}

/** The arguments of an explicit provider. */
export function providerSpec(): PackageSpec["provider"] {
  return {
    description:
      "A provider with its own address and account, for programs that use more than one. An explicit provider does not read the stack's configuration: what is not given comes from the environment variable.",
    properties: properties(({ type, description, secret }) => ({
      type,
      description,
      ...(secret ? { secret: true } : {}),
    })),
    inputProperties: properties(argument),
  };
}

function properties(spec: (setting: SettingKey) => PropertySpec): Record<string, PropertySpec> {
  return Object.fromEntries(settingKeys.map((setting) => [setting.key, spec(setting)]));
}

function variable(setting: SettingKey): PropertySpec {
  return {
    type: setting.type,
    description: setting.description,
    ...(setting.default === undefined ? {} : { default: setting.default }),
    defaultInfo: { environment: [setting.variable] },
    ...(setting.secret ? { secret: true } : {}),
  };
}

/**
 * Names its variable in words only: with `defaultInfo`, programs would read the variable themselves and write its value
 * into the state, where a token that was replaced since would stay in use.
 */
function argument(setting: SettingKey): PropertySpec {
  const otherwise = setting.default === undefined ? "" : `, else ${String(setting.default)}`;
  return {
    type: setting.type,
    description: `${setting.description} Default: the environment variable ${setting.variable}${otherwise}.`,
    ...(setting.secret ? { secret: true } : {}),
  };
}
