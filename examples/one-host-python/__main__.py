"""One host: what stands here is saved, deployed and waited for."""

import pulumi
import pulumi_hostconfig as hostconfig

config = pulumi.Config()

web = hostconfig.Host(
    "web",
    host_id=config.require_int("hostId"),
    ownership=hostconfig.Ownership.DECLARED,  # other keys on the host stay
    json={
        "webserver": "nginx",
        "php": {"version": "8.3", "memory_limit": "512M"},
        "database": {"password": config.require_secret("databasePassword")},
    },
    deploy=hostconfig.DeployArgs(type=hostconfig.DeployType.FULL_DEPLOY, timeout=900),
)

pulumi.export("name", web.name)
pulumi.export("status", web.deployment.apply(lambda deployment: deployment and deployment.status))
