/**
 * The provider of every dynamic resource, as the engine's dynamic provider evaluates it. The state of every resource keeps it
 * for years, so its path is a public contract, and the module under that path reads every older state.
 *
 * The plugin writes it too: a resource that moves to the dynamic provider is read and deleted by the text in its state.
 */
export const providerText = 'exports.handler=()=>require("pulumi-hostconfig/dynamic").provider';

/** What only the dynamic provider keeps among the properties of a resource. */
export const dynamicKeys: readonly string[] = ["__provider", "__urn", "__timeouts", "__secrets"];
