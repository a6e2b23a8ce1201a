import { redactOutput } from "../../../provider/api/deployments";
import {
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  UnauthorizedError,
} from "../../../provider/api/errors";
import type { CallOptions, DeployStatus, HostConfigApi } from "../../../provider/api/hostConfigApi";
import type { ManualClock } from "./manualClock";
import type { Answer, Course, StatusLook } from "./timeline";

const address = "https://panel.example.com";

/** A service that answers as it was recorded, and writes down what it was asked and when. */
export class RecordedApi {
  readonly looks: number[] = [];
  readonly starts: string[] = [];
  resets = 0;
  readonly #clock: ManualClock;
  readonly #startAnswers: Answer[];
  readonly #resetAnswers: Answer[];
  #course: Course;
  #courseBegan = 0;

  constructor(clock: ManualClock, recorded: { course: Course; starts?: Answer[]; resets?: Answer[] }) {
    this.#clock = clock;
    this.#course = recorded.course;
    this.#startAnswers = [...(recorded.starts ?? [])];
    this.#resetAnswers = [...(recorded.resets ?? [])];
  }

  /** The calls that a deployment makes; every other one fails. */
  get api(): HostConfigApi {
    const unused = (): Promise<never> => Promise.reject(new Error("a deployment has no need of this call"));
    return {
      baseUrl: address,
      getDeployStatus: (id, options) => this.#look(id, options),
      startDeploy: (id, type, options) => this.#start(id, type, options),
      resetDeploy: (id, options) => this.#reset(id, options),
      listClients: unused,
      getClient: unused,
      listClientHosts: unused,
      listClientGroups: unused,
      listHosts: unused,
      createHost: unused,
      getHost: unused,
      hostReads: { during: unused },
      saveHost: unused,
      getHostCredentials: unused,
      listGroups: unused,
      getGroup: unused,
      groupReads: { during: unused },
      saveGroup: unused,
      getApiDescription: unused,
    };
  }

  #look(id: number, options?: CallOptions): Promise<DeployStatus | undefined> {
    options?.signal?.throwIfAborted();
    this.looks.push(this.#clock.seconds);
    const elapsed = this.#clock.seconds - this.#courseBegan;
    const shown = this.#course.findLast(([from]) => from <= elapsed)?.[1] ?? "none";
    const endpoint = `GET /api/v1/hosts/${id}/deploy`;
    if (shown === "none") return Promise.resolve(undefined);
    if (shown === "unreachable") return Promise.reject(connectionError(endpoint, false));
    if (shown === "unauthorized") return Promise.reject(new UnauthorizedError({ endpoint, address }));
    return Promise.resolve(redactOutput(statusOf(shown), options));
  }

  async #start(id: number, type: string, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.starts.push(type);
    await this.#answer(`POST /api/v1/hosts/${id}/deploy`, this.#startAnswers.shift(), options);
  }

  async #reset(id: number, options?: CallOptions): Promise<void> {
    options?.signal?.throwIfAborted();
    this.resets += 1;
    await this.#answer(`DELETE /api/v1/hosts/${id}/deploy`, this.#resetAnswers.shift(), options);
  }

  async #answer(endpoint: string, recorded: Answer | undefined, options?: CallOptions): Promise<void> {
    if (recorded === undefined) throw new Error(`no answer to another ${endpoint} was recorded`);
    if (recorded.course !== undefined) {
      this.#course = recorded.course;
      this.#courseBegan = this.#clock.seconds;
    }
    if (recorded.takes > 0) await this.#clock.sleep(recorded.takes * 1000, options?.signal);
    const details = { endpoint, address };
    switch (recorded.answer) {
      case "ok":
        return;
      case "busy":
        throw new BadRequestError({ ...details, serviceMessage: "Host is currently deploying" });
      case "badType":
        throw new BadRequestError({ ...details, serviceMessage: "The selected type is invalid." });
      case "empty400":
        throw new BadRequestError(details);
      case "lost":
        throw connectionError(endpoint, true);
      case "forbidden":
        throw new ForbiddenError(details);
    }
  }
}

function connectionError(endpoint: string, mayHaveHappened: boolean): ConnectionError {
  return new ConnectionError({
    endpoint,
    address,
    mayHaveHappened,
    transient: true,
    host: "panel.example.com",
    code: "ECONNRESET",
    sent: true,
    explanation: "panel.example.com broke the connection before the answer was complete.",
  });
}

export function statusOf(shown: Exclude<StatusLook, string>): DeployStatus {
  return {
    publishing: shown.publishing,
    publishingStatus: shown.publishing_status,
    isDeploying: shown.is_deploying,
    jobStdout: shown.job_stdout,
    deployAt: shown.deploy_at,
    deployType: shown.deploy_type,
  };
}
