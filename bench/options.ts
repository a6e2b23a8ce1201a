import { parseArgs } from "node:util";

export const usage = `Usage: npm run bench -- [options]

  --sizes LIST       numbers of hosts (default 1,50,200,1000; a thousand take most of the time)
  --contenders LIST  which ways to compare, by the first words of their names (default: all)
  --brief N          with so many hosts and more, only preview and refresh; the hosts are made without
                     saving the state after each, which is most of the hour (default: measure all steps)
  --rounds N         how often what can be repeated is (default 3)
  --parallel N       how many resources at a time (default 16)
  --quick            1 and 20 hosts, one round: minutes
  --write            writes the tables into bench/README.md
  --help             this text
`;

/** What the command line asks for. */
export interface Options {
  sizes: number[];
  contenders: string[];
  /** From so many hosts on, only what changes nothing is measured. */
  brief: number;
  rounds: number;
  parallel: number;
  write: boolean;
}

/** The options of the command line; `undefined` where help is asked for. Throws what to tell the user. */
export function optionsOf(argv: string[]): Options | undefined {
  const { values } = parseArgs({
    args: argv,
    options: {
      sizes: { type: "string" },
      contenders: { type: "string", default: "" },
      brief: { type: "string" },
      rounds: { type: "string" },
      parallel: { type: "string", default: "16" },
      quick: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  return {
    sizes: listOf(values.sizes ?? (values.quick ? "1,20" : "1,50,200,1000")).map((text) =>
      numberOf("--sizes", text),
    ),
    contenders: listOf(values.contenders),
    brief: values.brief === undefined ? Infinity : numberOf("--brief", values.brief),
    rounds: numberOf("--rounds", values.rounds ?? (values.quick ? "1" : "3")),
    parallel: numberOf("--parallel", values.parallel),
    write: values.write,
  };
}

function listOf(text: string): string[] {
  return text.split(",").filter((part) => part !== "");
}

function numberOf(option: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`${option} takes numbers from 1 on, not "${text}".\n\n${usage}`);
}
