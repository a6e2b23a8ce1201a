import type { z } from "zod";
import type { DeploymentSummary } from "../../provider/deploy/record";
import { functions, type Functions } from "../../provider/functions/functions";
import { groupInputs, groupOutputs, type GroupInputs } from "../../provider/resource/group";
import { hostInputs, hostOutputs, type HostInputs } from "../../provider/resource/host";
import type * as declared from "../../sdk/declared";

/** The compiler is the judge here: `true` does not fit where two types differ. */
/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters -- only so does the compiler compare optional members */
type Same<One, Other> =
  (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2 ? true : false;
/* eslint-enable @typescript-eslint/no-unnecessary-type-parameters */
/** A type written out, so that an interface is compared by its members. */
type Plain<T> = T extends (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T;

type Defined = {
  -readonly [Name in keyof Functions]: {
    args: z.infer<Functions[Name]["args"]>;
    result: z.infer<Functions[Name]["result"]>;
  };
};

/** What a program gives and gets, by the name of the function. */
type Called = {
  -readonly [Name in keyof Functions]: {
    args: NonNullable<Parameters<declared.Functions[Name]>[0]>;
    result: Awaited<ReturnType<declared.Functions[Name]>>;
  };
};

const host: Same<declared.HostInputs, HostInputs> = true;
const group: Same<declared.GroupConfigInputs, GroupInputs> = true;
const hostResult: Same<declared.HostOutputs, z.infer<typeof hostOutputs>> = true;
const groupResult: Same<declared.GroupConfigOutputs, z.infer<typeof groupOutputs>> = true;
const deployment: Same<declared.Deployment, DeploymentSummary> = true;
const calls: Same<Called, Defined> = true;
// @ts-expect-error -- would be found
const different: Same<declared.HostInputs, GroupInputs> = true;

describe("the declared types of a program", () => {
  it("are those of the definitions by which the provider checks", () => {
    expect([host, group, hostResult, groupResult, deployment, calls]).not.toContain(false);
    expect(different).toBe(true);
    expect([hostInputs, hostOutputs, groupInputs, groupOutputs, functions]).toHaveLength(5);
  });
});
