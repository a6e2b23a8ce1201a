import { PolicyPack, ResourceValidationArgs } from "@pulumi/policy";

/** Resources of both providers: the dynamic resource's type has a prefix. */
const hostTypes = ["hostconfig:index:Host", "pulumi-nodejs:dynamic/hostconfig:Host"];
const groupTypes = ["hostconfig:index:GroupConfig", "pulumi-nodejs:dynamic/hostconfig:GroupConfig"];

/** `production-1`, `web_prod`, and not `product`. */
const production = /production|(?<![a-z])prod(?![a-z])/i;

/** Deletes what is not in the configuration; the service may spell it either way. */
const deleting = ["fullDeleteDeploy", "fullResetDeploy"];

const deployTypeOf = ({ props }: ResourceValidationArgs): string =>
  String((props.deploy as { type?: string } | undefined)?.type);

/** An adopted host is known by its id, so the resource's own name counts as well. */
const isProductionHost = ({ type, name, props }: ResourceValidationArgs): boolean =>
  hostTypes.includes(type) &&
  [name, props.name].some((given) => typeof given === "string" && production.test(given));

/** Whether a group deploys hosts itself. It names them by their ids, which do not tell production from others. */
const deploysHosts = ({ type, props }: ResourceValidationArgs): boolean =>
  groupTypes.includes(type) && Array.isArray(props.deployHosts) && props.deployHosts.length > 0;

new PolicyPack("hosting", {
  policies: [
    {
      name: "no-full-delete-on-production",
      description:
        "Hosts whose name says production are never deployed with fullDeleteDeploy, nor are a group's deployHosts.",
      enforcementLevel: "mandatory",
      validateResource: (args, reportViolation) => {
        if (!deleting.includes(deployTypeOf(args))) return;
        const removes = `deploy.type "${deployTypeOf(args)}" removes what the configuration does not name. Use "deploy" or "fullDeploy".`;
        if (isProductionHost(args)) reportViolation(`${args.name} is a production host: ${removes}`);
        if (deploysHosts(args))
          reportViolation(`${args.name} deploys hosts that may be production hosts: ${removes}`);
      },
    },
  ],
});
