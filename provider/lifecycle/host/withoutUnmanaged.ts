import { configurationDigest } from "../configuration/digest";
import { isDeploymentDue } from "../deployment/ledger";
import type { HostState } from "./hostOutputs";

/**
 * The state once the program gives `json` or `jsonAdmin` no more. What is not managed stays as it is on the host, and
 * is no reason for a deployment.
 */
export function withoutUnmanaged(
  state: HostState,
  inputs: { json?: unknown; jsonAdmin?: unknown },
): HostState {
  const { key, deployment } = state.memory;
  const json = inputs.json === undefined ? undefined : state.inputs.json;
  const jsonAdmin = inputs.jsonAdmin === undefined ? undefined : state.inputs.jsonAdmin;
  if (json === state.inputs.json && jsonAdmin === state.inputs.jsonAdmin) return state;
  const before = configurationDigest(key, state.inputs.json, state.inputs.jsonAdmin);
  const after = configurationDigest(key, json, jsonAdmin);
  const settled = !isDeploymentDue(deployment, before, true);
  return {
    ...state,
    inputs: { ...state.inputs, json, jsonAdmin },
    memory: {
      ...state.memory,
      deployment: {
        ...deployment,
        waived: settled || json !== state.inputs.json ? after : deployment.waived,
      },
    },
  };
}
