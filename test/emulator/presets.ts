import type { Readings } from "./readings";

/** What the reference shows, and the plainest choice where it shows nothing. The default. */
export const asShown: Readings = {
  lists: "envelope",
  listItems: "withJson",
  order: "id",
  maxPageSize: null,
  largerPageSize: "cut",
  json: "object",
  emptyObject: "{}",
  sortedKeys: false,
  defaultsAtSave: null,
  droppedKeys: [],
  jsonRequired: true,
  jsonAdminFromClient: 403,
  duplicateNames: "allowed",
  active: "number",
  clientIdOfSingleGroup: "present",
  groupSave: "message",
  dates: "iso",
  badToken: 401,
  foreign: 403,
  inactiveToClients: "shown",
  listsOfNobody: "refused",
  refusalBody: "asShown",
  validationBody: "empty",
  thirdType: "fullDeleteDeploy",
  deployStatus: "all",
  stdoutWhenNone: "null",
  deployAtWhileRunning: "null",
  deployAt: "date",
  importIsDeploying: true,
  stalledIsDeploying: true,
  afterReset: "canceled",
  resetBody: "message",
  afterImport: "published",
};

/** What the machine description says wherever it differs from the reference. */
export const asMachineDescription: Readings = {
  ...asShown,
  lists: "array",
  json: "string",
  jsonRequired: false,
  clientIdOfSingleGroup: "absent",
  deployStatus: "machineDescription",
  resetBody: "emptyObject",
  refusalBody: "empty",
  afterReset: "timeout",
};

/** Everything that makes comparing, waiting and listing harder, as common PHP frameworks would do it. */
export const mixed: Readings = {
  ...asShown,
  listItems: "withoutJson",
  order: "updated",
  maxPageSize: 50,
  emptyObject: "[]",
  sortedKeys: true,
  defaultsAtSave: { backups: { enabled: true, keep_days: 7 }, timezone: "UTC" },
  jsonAdminFromClient: "ignored",
  duplicateNames: "refused",
  active: "boolean",
  clientIdOfSingleGroup: "absent",
  groupSave: "messageAndId",
  dates: "sql",
  badToken: 403,
  foreign: 404,
  inactiveToClients: 404,
  refusalBody: "message",
  validationBody: "messageErrors",
  thirdType: "both",
  stdoutWhenNone: "absent",
  deployAtWhileRunning: "previous",
  stalledIsDeploying: false,
  afterReset: 404,
  resetBody: "empty",
  afterImport: "previous",
};

/** The alternatives that no other preset takes. */
export const contrary: Readings = {
  ...asShown,
  lists: "array",
  order: "unstableInPage",
  maxPageSize: 10,
  largerPageSize: "refused",
  emptyObject: "[]",
  json: "string",
  dates: "isoOffset",
  listsOfNobody: "empty",
  refusalBody: "error",
  validationBody: "errorFields",
  thirdType: "fullResetDeploy",
  stdoutWhenNone: "empty",
  deployAtWhileRunning: "absent",
  deployAt: "unixSeconds",
  importIsDeploying: false,
  afterReset: "error",
  resetBody: "empty",
};

/** The presets by name, for suites that run under each of them. */
export const presets = { asShown, asMachineDescription, mixed, contrary };

export type PresetName = keyof typeof presets;
