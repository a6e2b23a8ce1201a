// Rolls a PHP version out, host by host, and stops at the first one that fails. A program around Pulumi: no project
// folder and no stack file are needed, the Automation API makes them.
//   node rollout.mjs 8.3 5 6 7
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { Host } from "pulumi-hostconfig";

const [version, ...ids] = process.argv.slice(2);
if (version === undefined || ids.length === 0) {
  console.error("usage: node rollout.mjs VERSION HOST_ID…");
  process.exit(2);
}

for (const id of ids) {
  const stack = await LocalWorkspace.createOrSelectStack({
    projectName: "rollout",
    stackName: `host-${id}`,
    program: async () => {
      const host = new Host("host", {
        hostId: Number(id),
        ownership: "declared",
        json: { php: { version } },
      });
      return { name: host.name, status: host.deployment.apply((deployment) => deployment?.status) };
    },
  });
  await stack.setAllConfig({
    "hostconfig:baseUrl": { value: process.env.HOSTCONFIG_BASE_URL },
    "hostconfig:token": { value: process.env.HOSTCONFIG_TOKEN, secret: true },
  });
  try {
    const { outputs } = await stack.up();
    console.log(`${outputs.name.value}: PHP ${version}, ${outputs.status?.value ?? "nothing to deploy"}`);
  } catch (error) {
    console.error(`Host ${id} failed, and the hosts after it were left alone.\n${error.message}`);
    process.exit(1);
  }
}
