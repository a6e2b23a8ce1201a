/**
 * The provider of every dynamic resource, as the engine's dynamic provider evaluates it. It stands in the state of every
 * resource for years: the path is a public contract, and what it finds there understands every older state.
 *
 * The plugin writes it too: a resource that moves to the dynamic door is read and deleted by what its state names.
 */
export const providerText = 'exports.handler=()=>require("pulumi-hostconfig/dynamic").provider';
