"""Runs a Pulumi program as a stack: the engine's addresses and the configuration come as JSON in PULUMI_TEST_RUN."""

import asyncio
import json
import os
import runpy
import sys

from pulumi import log
from pulumi.errors import RunError
from pulumi.runtime import reset_options, run_in_stack, set_all_config

settings = json.loads(os.environ.pop("PULUMI_TEST_RUN"))

reset_options(
    project=settings["project"],
    stack=settings["stack"],
    organization=settings["organization"],
    parallel=settings["parallel"],
    preview=settings["dryRun"],
    monitor_address=settings["monitor"],
    engine_address=settings["engine"],
)
set_all_config(settings["config"], settings["secretKeys"])
sys.path.insert(0, os.path.dirname(settings["program"]))


async def program() -> None:
    await run_in_stack(lambda: runpy.run_path(settings["program"], run_name="__main__"))


try:
    asyncio.run(program())
except RunError as error:
    log.error(str(error))
    sys.exit(1)
