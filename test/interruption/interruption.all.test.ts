import { bothDoors } from "../doors/door";
import { openBench, type Bench } from "./bench";
import { allCells, nameOf } from "./cells";

jest.setTimeout(240_000);

/** Some of the table, where most is at stake; all of it is in the soak run. */
const atBothDoors = [
  "update: SIGKILL to the cli after 3. POST /api/v1/hosts/{id}",
  "create: SIGKILL to the provider after 2. POST /api/v1/hosts",
];
const withCancellation = [
  "update: SIGINT to the cli before 4. POST /api/v1/hosts/{id}/deploy",
  "adopt: SIGTERM to the cli after 3. POST /api/v1/hosts/{id}",
];

/** On one stack and one service: what one interruption leaves behind, the next one meets. */
describe.each(bothDoors("commonjs"))("$name: the next up reaches what is declared", (door) => {
  const some = [...atBothDoors, ...(door.wholeProtocol ? withCancellation : [])];
  let bench: Bench;

  beforeAll(async () => {
    bench = await openBench(door);
  });

  afterAll(() => bench.close());

  it.each(
    allCells.filter((cell) => some.includes(nameOf(cell))).map((cell) => [nameOf(cell), cell] as const),
  )("after %s", (_, cell) => bench.interrupt(cell));

  it("is a part of the table", () => {
    expect(allCells.map(nameOf)).toEqual(expect.arrayContaining(some));
  });
});
