import { billOfMaterials } from "../../scripts/sbom";
import lock from "../../package-lock.json";

interface Component {
  readonly "bom-ref": string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly licenses?: readonly unknown[];
}

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe("the bill of materials", () => {
  let text: string;
  let bill: Bill;

  beforeAll(async () => {
    text = await billOfMaterials();
    bill = JSON.parse(text) as Bill;
  }, 60_000);

  it("lists exactly what is installed with the package", () => {
    const installed = Object.entries(lock.packages as Record<string, { version?: string; dev?: boolean }>)
      .filter(([path, { dev }]) => path !== "" && dev !== true)
      .map(([path, { version }]) => `${path.split("node_modules/").at(-1) ?? ""}@${version ?? ""}`);
    expect(bill.components.map((component) => component["bom-ref"]).sort()).toEqual(installed.sort());
  });

  it("tells hash and licence of each, and what needs what", () => {
    for (const { hashes, licenses } of bill.components) {
      expect([hashes?.[0]?.alg, licenses?.length]).toEqual(["SHA-512", 1]);
    }
    const refs = new Set(bill.components.map((component) => component["bom-ref"]));
    const needed = bill.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(needed.filter((ref) => !refs.has(ref))).toEqual([]);
    expect(new Set(needed)).toEqual(refs);
  });

  it("names the package and is the same at every run", async () => {
    expect(bill.metadata.component.purl).toMatch(/^pkg:npm\/pulumi-hostconfig@/);
    expect(await billOfMaterials()).toBe(text);
  }, 60_000);
});
