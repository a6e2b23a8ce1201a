import { PolicyPack, ResourceValidationArgs } from "@pulumi/policy";

/** Hosts of both doors: the dynamic resource's type has a prefix. */
const hostTypes = ["hostconfig:index:Host", "pulumi-nodejs:dynamic/hostconfig:Host"];

/** `production-1`, `web_prod`, and not `product`. */
const production = /production|(?<![a-z])prod(?![a-z])/i;

/** Deletes what is not in the configuration; the service may spell it either way. */
const deleting = ["fullDeleteDeploy", "fullResetDeploy"];

const deployTypeOf = ({ props }: ResourceValidationArgs): string =>
  String((props.deploy as { type?: string } | undefined)?.type);

new PolicyPack("hosting", {
  policies: [
    {
      name: "no-full-delete-on-production",
      description: "Hosts whose name says production are never deployed with fullDeleteDeploy.",
      enforcementLevel: "mandatory",
      validateResource: (args, reportViolation) => {
        if (!hostTypes.includes(args.type)) return;
        // An adopted host is known by its id, so the resource's own name counts as well.
        const named = [args.name, args.props.name].filter((name) => typeof name === "string");
        if (!named.some((name) => production.test(name)) || !deleting.includes(deployTypeOf(args))) return;
        reportViolation(
          `${args.name} is a production host: deploy.type "${deployTypeOf(args)}" removes what the configuration does ` +
            'not name. Use "deploy" or "fullDeploy".',
        );
      },
    },
  ],
});
