/**
 * The service of the reference on a loopback port, for tests and for trying things out. It knows the reference
 * and nothing of this package.
 */
export { startEmulator } from "./startEmulator";
export type { EmulatorOptions } from "./startEmulator";
export type { Emulator, NewToken, SampleTokens } from "./emulator";
export { asMachineDescription, asShown, contrary, mixed, presets } from "./presets";
export type { PresetName } from "./presets";
export type { Readings } from "./readings";
export { ManualClock, realClock } from "./clock";
export type { Clock } from "./clock";
export type { Fault, StatusFault } from "./faults/fault";
export { Gate } from "./faults/gate";
export type { FaultHandle, FaultRule } from "./faults/faultBook";
export type { RecordedRequest, RequestMatch, RequestMoment } from "./requestLog";
export type { DeploymentScript, DeployType, FinishedStatus, PublishingStatus } from "./model/deployment";
export type { NewClient, NewGroup, NewHost } from "./model/store";
export type { DeploymentView, GroupView, HostView } from "./views";
export { addSampleData } from "./sampleData";
export type { JsonObject, JsonValue } from "./json";
