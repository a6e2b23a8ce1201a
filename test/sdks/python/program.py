"""A group, and a host that is deployed when either of them changes; run by the Automation API, without a project.

    python program.py preview|up|refresh|destroy groupId=3 hostId=12 phpVersion=8.3

Address and token of the service come from HOSTCONFIG_BASE_URL and HOSTCONFIG_TOKEN. The engine's output goes to stderr,
the result as JSON to stdout.
"""

import json
import signal
import sys

import pulumi
import pulumi_hostconfig as hostconfig
from pulumi import automation as auto


def program() -> None:
    config = pulumi.Config()
    host_id = config.require_int("hostId")

    shared = hostconfig.GroupConfig(
        "shared",
        group_id=config.require_int("groupId"),
        json={"backups": {"keep": 14}},
        # What is there already comes into the state as it is, and has to be as described here.
        opts=pulumi.ResourceOptions(import_=config.require("groupId")),
    )
    web = hostconfig.Host(
        "web",
        host_id=host_id,
        ownership=hostconfig.Ownership.DECLARED,
        json={
            "php": {"version": config.require("phpVersion")},
            "database": {"password": pulumi.Output.secret("s3cret-in-json")},
        },
        json_admin={"key": "s3cret-of-the-admin"},
        deploy=hostconfig.DeployArgs(poll_interval=1, triggers=[shared.fingerprint]),
    )
    client = hostconfig.get_client_output(client_id=web.client_id)

    pulumi.export("status", web.deployment.apply(lambda deployment: deployment and deployment.status))
    pulumi.export("contact", client.email)
    pulumi.export("hosts", hostconfig.get_hosts_output().apply(lambda found: len(found.hosts)))


def main() -> int:
    # Ctrl-C reaches the CLI too. It stops the update and records what was reached, and this program waits for that.
    signal.signal(signal.SIGINT, lambda *_: None)
    action, *settings = sys.argv[1:]
    stack = auto.create_or_select_stack(
        stack_name="dev",
        project_name="program",
        program=program,
        opts=auto.LocalWorkspaceOptions(work_dir="."),
    )
    for setting in settings:
        key, value = setting.split("=", 1)
        stack.set_config(key, auto.ConfigValue(value))
    try:
        print(json.dumps({"ok": True, **run(stack, action)}))
        return 0
    except auto.CommandError as error:
        print(error, file=sys.stderr)
        print(json.dumps({"ok": False}))
        return 1


def run(stack: auto.Stack, action: str) -> dict:
    if action == "preview":
        return {"changes": stack.preview(diff=True, color="never", on_output=show).change_summary}
    if action == "up":
        result = stack.up(color="never", on_output=show)
        outputs = {name: output.value for name, output in result.outputs.items()}
        return {"changes": result.summary.resource_changes, "outputs": outputs}
    if action == "refresh":
        return {"changes": stack.refresh(color="never", on_output=show).summary.resource_changes}
    return {"changes": stack.destroy(color="never", on_output=show).summary.resource_changes}


def show(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
