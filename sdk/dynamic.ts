import { HostConfigDynamicProvider } from "../provider/dynamic/dynamicProvider";

/** The provider that the state of every dynamic resource names. Its path in the package is a public contract. */
export const provider = new HostConfigDynamicProvider();
