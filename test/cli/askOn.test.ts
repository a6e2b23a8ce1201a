import { PassThrough } from "node:stream";
import { askOn } from "../../provider/cli/surroundings";

const opened = () => {
  const terminal = { input: new PassThrough(), output: new PassThrough(), terminal: true };
  const interrupted = jest.fn();
  const stop = new AbortController();
  const answer = askOn(terminal, "Sure? ", stop.signal, interrupted);
  return { ...terminal, interrupted, stop, answer };
};

describe("a question on the terminal", () => {
  it("gives the line that was typed", async () => {
    const { input, output, answer } = opened();
    input.write("yes\n");
    expect(await answer).toBe("yes");
    expect(String(output.read())).toContain("Sure? ");
  });

  it("that is left by Ctrl-D has an empty answer", async () => {
    const { input, answer } = opened();
    input.write("\u0004");
    expect(await answer).toBe("");
  });

  it("whose terminal goes away has an empty answer", async () => {
    const { input, answer } = opened();
    input.end();
    expect(await answer).toBe("");
  });

  it("hands Ctrl-C on, and ends with its reason", async () => {
    const { input, interrupted, stop, answer } = opened();
    const reason = new Error("Interrupted.");
    interrupted.mockImplementation(() => {
      stop.abort(reason);
    });
    input.write("\u0003");
    await expect(answer).rejects.toBe(reason);
    expect(interrupted).toHaveBeenCalledTimes(1);
  });
});
