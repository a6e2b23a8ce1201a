import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runWatched } from "../measure/runWatched";
import { configurationOf, type Contender } from "./contender";
import { projectFolder } from "./projectFolder";

/** What the script does with one host, whose number is the second argument. */
const script = `#!/usr/bin/env bash
set -euo pipefail
step=$1 number=$2
api() {
  curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" -H 'Accept: application/json' \\
    -H 'Content-Type: application/json' -X "$1" "$URL/api/v1/$2" "\${@:3}"
}
number_of() { sed -E 's/.*"id":([0-9]+).*/\\1/'; }
name=$PREFIX-$number
case $step in
  create)
    api GET "hosts?search=$name" > /dev/null
    id=$(api POST hosts -d "{\\"name\\":\\"$name\\",\\"client_id\\":$CLIENT,\\"json\\":$JSON}" | number_of)
    api GET "hosts/$id" > /dev/null
    echo "$id" > "ids/$number"
    ;;
  update)
    id=$(< "ids/$number")
    api GET "hosts/$id/deploy" > /dev/null || true
    api GET "hosts/$id" > /dev/null
    api POST "hosts/$id" -d "{\\"json\\":$JSON}" > /dev/null
    api POST "hosts/$id/deploy" -d '{"type":"deploy"}' > /dev/null
    while sleep 1; do
      case $(api GET "hosts/$id/deploy") in
        *'"publishing_status":"deploy"'*) ;;
        *'"publishing_status":"published"'*) break ;;
        *) exit 1 ;;
      esac
    done
    ;;
  refresh)
    id=$(< "ids/$number")
    api GET "hosts/$id" > "hosts/$number"
    api GET "hosts/$id/deploy" > "statuses/$number" || true
    ;;
esac
`;

/** A shell loop with the same requests, 16 hosts at a time. */
export const curl: Contender = {
  name: "curl, 16 at a time",
  steps: ["create", "update", "refresh"],
  note: "no state, no comparison; its processor time is that of all its processes",
  open: async ({ service, clientId, engine, bulk }, prefix, size) => {
    const { folder, remove } = await projectFolder();
    for (const name of ["ids", "hosts", "statuses"]) await mkdir(join(folder, name));
    await writeFile(join(folder, "host.sh"), script);
    await chmod(join(folder, "host.sh"), 0o755);
    let version = 1;
    return {
      run: (step) => {
        if (step === "update") version += 1;
        return runWatched({
          command: "bash",
          args: ["-c", `seq ${size} | xargs -P 16 -n 1 ./host.sh ${step}`],
          cwd: folder,
          env: {
            ...engine.env,
            ...{ URL: service.url, TOKEN: service.token, PREFIX: prefix, CLIENT: String(clientId) },
            JSON: JSON.stringify(configurationOf(version, bulk)),
          },
          // What ended was waited for by those above it.
          roleOf: (commandLine) => (/^(bash -c|xargs) /.test(commandLine) ? "engine" : undefined),
        });
      },
      close: remove,
    };
  },
};
