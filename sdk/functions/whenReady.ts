import * as pulumi from "@pulumi/pulumi";

/** Known as soon as the resources were created; unknown in a preview that would create one of them. */
export function whenReady(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  if (dependsOn === undefined) return pulumi.output(undefined);
  const given = pulumi.output(dependsOn) as pulumi.Output<pulumi.Resource | pulumi.Resource[]>;
  return given.apply((resources) =>
    pulumi.all(
      [resources]
        .flat()
        .map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource.urn)),
    ),
  );
}
