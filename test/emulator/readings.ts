import type { JsonObject } from "./json";

/**
 * One way to read the reference. Every member is something that the reference leaves open ("not shown") or
 * states in two ways; each of its values is a service that the reference allows.
 */
export interface Readings {
  /** Lists: the paginated envelope of the reference, or the bare array of the machine description. */
  lists: "envelope" | "array";
  /** Items of host and group lists carry `json`, or leave it out. */
  listItems: "withJson" | "withoutJson";
  /** `unstableInPage` shuffles each page, `unstable` the whole list, anew at every request. */
  order: "id" | "idDescending" | "name" | "updated" | "unstableInPage" | "unstable";
  /** The largest `size` that is honoured; null for no limit. */
  maxPageSize: number | null;
  /** A larger `size` is cut, and `per_page` tells; or it is refused with 422. */
  largerPageSize: "cut" | "refused";

  /** Stored configuration in answers: an object as in the samples, or the string of the machine description. */
  json: "object" | "string";
  /** An empty object inside `json` comes back as itself, or as an empty array (which saves then accept too). */
  emptyObject: "{}" | "[]";
  /** Keys inside `json` come back in alphabetical order. */
  sortedKeys: boolean;
  /** Merged into what is saved wherever it is missing; null for none. */
  defaultsAtSave: JsonObject | null;
  /** Keys at the top of `json` that a save leaves out without an error. */
  droppedKeys: readonly string[];
  /** A save without `json` is refused with 422 (reference), or changes nothing (machine description). */
  jsonRequired: boolean;
  /** What happens to `json_admin` from a token that is not admin-access. */
  jsonAdminFromClient: 403 | "ignored";
  /** A second host of the same name and client: created, or refused with 422. */
  duplicateNames: "allowed" | "refused";
  /** How `active` is shown. */
  active: "number" | "boolean";
  /** Whether `GET /groups/{id}` carries `client_id`. */
  clientIdOfSingleGroup: "present" | "absent";
  /** The body of a group save. */
  groupSave: "message" | "messageAndId";
  /** `2025-01-15T09:00:00.000Z`, `2025-01-15T09:00:00+00:00` or `2025-01-15 09:00:00`. */
  dates: "iso" | "isoOffset" | "sql";

  /** The status of an absent, unknown or expired token; credentials always answer 401. */
  badToken: 401 | 403;
  /** The status for a client, host or group of another account. */
  foreign: 403 | 404;
  /** An inactive host by its id, for a client-access token, whose lists leave it out: shown, or 404. */
  inactiveToClients: "shown" | 404;
  /** The hosts and groups of a client that is unknown or of another account: refused as the client is, or an empty list. */
  listsOfNobody: "refused" | "empty";
  /** Bodies of 401, 403, 404, 429: as the reference shows each, or one form for all. */
  refusalBody: "asShown" | "empty" | "error" | "message";
  /**
   * Bodies of 422: none; `{error}`; `{message}`; `{message, errors: {field: [..]}}`; `{error: {field: ".."}}`;
   * `{errors: [{field, message}]}`.
   */
  validationBody: "empty" | "error" | "message" | "messageErrors" | "errorFields" | "errorList";

  /** The spelling of the third deploy type that is accepted; the other one answers 400. */
  thirdType: "fullDeleteDeploy" | "fullResetDeploy" | "both";
  /** Deploy status: all fields of the reference, or the two of the machine description. */
  deployStatus: "all" | "machineDescription";
  /** `job_stdout` of a deployment that has printed nothing. */
  stdoutWhenNone: "null" | "absent" | "empty";
  /** `deploy_at` while a deployment runs: null, absent, or still that of the deployment before. */
  deployAtWhileRunning: "null" | "absent" | "previous";
  /**
   * `deploy_at` in the form of the other dates, as the digits of a Unix timestamp in seconds, as `2025-01-15 09:00`, with
   * seconds that are always zero, or as `2025-01-15`.
   */
  deployAt: "date" | "unixSeconds" | "minutes" | "zeroSeconds" | "day";
  /** Whether an import counts as deploying: in `publishing` and `is_deploying`, and by refusing a start with 400. */
  importIsDeploying: boolean;
  /** `is_deploying` of a deployment that makes no progress and has not timed out yet. */
  stalledIsDeploying: boolean;
  /** `publishing_status` after a running deployment was reset; 404 for no history at all. */
  afterReset: "canceled" | "error" | "timeout" | "published" | "deploy" | 404;
  /** The body of a reset. */
  resetBody: "message" | "emptyObject" | "empty";
  /** After an import ended: `published`, or the status of the deployment before it (404 if there is none). */
  afterImport: "published" | "previous";
}
