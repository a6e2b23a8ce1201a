import type * as pulumi from "@pulumi/pulumi";

/** The explicit provider that the options of a resource or a call name, by themselves or through the parent. */
export function explicitProvider(
  opts: Pick<pulumi.InvokeOptions, "provider" | "parent"> | undefined,
): pulumi.ProviderResource | undefined {
  return opts?.provider ?? opts?.parent?.getProvider("hostconfig:index:Host");
}
