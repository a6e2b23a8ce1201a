import { z } from "zod";
import { TypeBook } from "../../provider/plugin/schema/typeBook";

describe("a definition in Pulumi's words", () => {
  it("is required unless it may be left out", () => {
    const members = new TypeBook().members(
      z.object({
        always: z.string().describe("Always there."),
        filled: z.boolean().default(true).describe("Filled in."),
        perhaps: z.number().optional().describe("Perhaps there."),
      }),
    );
    expect(members).toEqual({
      properties: {
        always: { type: "string", description: "Always there." },
        filled: { type: "boolean", description: "Filled in." },
        perhaps: { type: "number", description: "Perhaps there." },
      },
      required: ["always", "filled"],
    });
  });

  it("refers to an enum or an object by the name of its type", () => {
    const types = new TypeBook();
    const size = z.enum(["small", "large"]).optional().describe("How large.").meta({ typeName: "Size" });
    const box = z.object({ size }).meta({ typeName: "Box", description: "A box." });
    const { properties } = types.members(z.object({ boxes: z.array(box).describe("All boxes.") }));
    expect(properties.boxes).toEqual({
      type: "array",
      items: { $ref: "#/types/hostconfig:index:Box" },
      description: "All boxes.",
    });
    expect(types.types).toEqual({
      "hostconfig:index:Box": {
        type: "object",
        description: "A box.",
        properties: { size: { $ref: "#/types/hostconfig:index:Size", description: "How large." } },
      },
      "hostconfig:index:Size": {
        type: "string",
        description: "The values of `size`.",
        enum: [
          { name: "Small", value: "small" },
          { name: "Large", value: "large" },
        ],
      },
    });
  });

  it.each([
    ["has no description", z.string(), "The member it has no description."],
    ["is an enum without a name", z.enum(["a"]).describe("One."), "The type of the member it has no name."],
    ["is of no known kind", z.date().describe("When."), "a kind that the package schema does not know"],
    [
      "has a default inside an object",
      z
        .object({ in: z.string().describe("In.").meta({ default: "x" }) })
        .meta({ typeName: "T", description: "T." }),
      "A member inside it has a default",
    ],
  ])("is refused where it %s", (_what, member, message) => {
    expect(() => new TypeBook().members(z.object({ it: member }))).toThrow(message);
  });

  it("is refused where it calls another type by a name that is taken", () => {
    const first = z.enum(["a"]).describe("One.").meta({ typeName: "Kind" });
    const second = z.enum(["b"]).describe("Two.").meta({ typeName: "Kind" });
    expect(() => new TypeBook().members(z.object({ first, second }))).toThrow(
      "Two types are called Kind; the second one belongs to the member second.",
    );
  });
});
