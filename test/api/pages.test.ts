import fc from "fast-check";
import { readAllPages, type Page } from "../../provider/api/pagination";
import { startTestApi, type TestApi } from "./testApi";

interface Item {
  id: number;
}

const items = (from: number, to: number): Item[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => ({ id: from + index }));

/** Cuts a list into pages as a service does; `shape` decides how much it says about the end. */
function service(list: () => Item[], size: number, shape: "envelope" | "bare" | "no last page") {
  const asked: number[] = [];
  const readPage = (page: number): Promise<Page<Item>> => {
    asked.push(page);
    const all = list();
    const lastPage = Math.max(1, Math.ceil(all.length / size));
    return Promise.resolve({
      items: all.slice((page - 1) * size, page * size),
      currentPage: shape === "bare" ? undefined : page,
      lastPage: shape === "envelope" ? lastPage : undefined,
      total: shape === "bare" ? undefined : all.length,
    });
  };
  return { asked, readPage };
}

const ids = (list: Item[]) => list.map(({ id }) => id);

describe("walking a list", () => {
  it.each(["envelope", "bare", "no last page"] as const)(
    "gives every item once, in order, whatever the page size (%s)",
    async (shape) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 20 }), async (length, size) => {
          const list = items(1, length);
          const { asked, readPage } = service(() => list, size, shape);
          await expect(readAllPages(readPage)).resolves.toEqual(list);
          const pages = Math.ceil(length / size);
          expect(asked).toHaveLength(shape === "envelope" ? Math.max(1, pages) : pages + 1);
        }),
      );
    },
  );

  it("gives what was there all the time once, while items come and go", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.record({ add: fc.boolean(), at: fc.nat() }), { maxLength: 2 }),
        async (length, size, changes) => {
          let list = items(1, length);
          let nextId = 1000;
          let changed = 0;
          const removed = new Set<number>();
          const { readPage } = service(() => list, size, "envelope");
          const found = await readAllPages(async (page) => {
            const read = await readPage(page);
            const change = changes[changed++];
            if (change?.add === true)
              list = list.toSpliced(change.at % (list.length + 1), 0, { id: nextId++ });
            else if (change !== undefined && list.length > 1) {
              const at = change.at % list.length;
              removed.add(list[at]?.id ?? -1);
              list = list.toSpliced(at, 1);
            }
            return read;
          });
          expect(new Set(ids(found)).size).toBe(found.length);
          const stayed = items(1, length).filter(({ id }) => !removed.has(id));
          expect(ids(found)).toEqual(expect.arrayContaining(ids(stayed)));
        },
      ),
    );
  });

  it("misses nothing when an item is removed from a page that was read", async () => {
    let list = items(1, 9);
    const { readPage } = service(() => list, 3, "envelope");
    const found = await readAllPages(async (page) => {
      const read = await readPage(page);
      if (page === 1) list = list.filter(({ id }) => id !== 2);
      return read;
    });
    expect(ids(found)).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("gives an item once that moved to the next page because the list grew", async () => {
    let list = items(1, 6);
    const { readPage } = service(() => list, 3, "envelope");
    const found = await readAllPages(async (page) => {
      const read = await readPage(page);
      if (page === 1) list = [{ id: 100 }, ...list];
      return read;
    });
    expect(ids(found)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("ends after three pages without anything new, where the service ignores the page number", async () => {
    let pages = 0;
    const found = await readAllPages(() => {
      pages += 1;
      return Promise.resolve({
        items: items(1, 3),
        currentPage: undefined,
        lastPage: undefined,
        total: undefined,
      });
    });
    expect(ids(found)).toEqual([1, 2, 3]);
    expect(pages).toBe(4);
  });

  it("ends at an empty page where the last page is wrong", async () => {
    const { readPage } = service(() => items(1, 5), 2, "envelope");
    const found = await readAllPages(async (page) => ({ ...(await readPage(page)), lastPage: 1e9 }));
    expect(ids(found)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is an error where the list goes on for ever", async () => {
    const endless = readAllPages(
      (page) =>
        Promise.resolve({
          items: [{ id: page }],
          currentPage: undefined,
          lastPage: undefined,
          total: undefined,
        }),
      (reason) => new Error(`GET hosts: ${reason}`),
    );
    await expect(endless).rejects.toThrow("GET hosts: the list goes on after 10000 pages");
  });

  it("ends where the list never stays still", async () => {
    let total = 1e6;
    const found = await readAllPages((page) =>
      Promise.resolve({
        items: page > 5 ? [] : [{ id: page }],
        currentPage: page,
        lastPage: 5,
        total: total--,
      }),
    );
    expect(ids(found)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("lists on the wire", () => {
  let test: TestApi;
  beforeEach(async () => {
    test = await startTestApi();
  });
  afterEach(() => test.close());

  it.each(["envelope", "bare"])("are read to the end through a cap on the page size (%s)", async (shape) => {
    const all = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, name: `g${index}` }));
    test.server.answers((request, response) => {
      const page = Number(new URL(request.url, test.server.url).searchParams.get("page"));
      const data = all.slice((page - 1) * 3, page * 3);
      const envelope = { data, current_page: String(page), per_page: 3, total: "7", last_page: 3 };
      response.end(JSON.stringify(shape === "bare" ? data : envelope));
    });
    await expect(test.connect().listGroups()).resolves.toHaveLength(7);
    expect(test.server.requests).toHaveLength(shape === "bare" ? 4 : 3);
  });

  it.each([400, 422])("are read in the service's own size where it refuses ours with %s", async (status) => {
    test.server.answers((request, response) => {
      const query = new URL(request.url, test.server.url).searchParams;
      const page = Number(query.get("page"));
      if (Number(query.get("size") ?? "15") > 50) response.writeHead(status);
      else response.write(JSON.stringify(page === 1 ? [{ id: 1, name: "g" }] : []));
      response.end();
    });
    const api = test.connect();
    await expect(api.listGroups({ search: "g" })).resolves.toHaveLength(1);
    const asked = () => test.server.requests.splice(0).map(({ url }) => url.replace(/^.*\?/, ""));
    expect(asked()).toEqual(["size=100&page=1&search=g", "page=1&search=g", "page=2&search=g"]);
    await api.listHosts();
    expect(asked()).toEqual(["page=1", "page=2"]);
  });

  it("that are refused in any size are an error", async () => {
    test.server.answers({ status: 422 });
    const api = test.connect();
    await expect(api.listHosts()).rejects.toThrow(/answered 422/);
    test.server.answers({ json: [] });
    await api.listHosts();
    const sizes = test.server.requests.map(({ url }) => /size=\d+/.exec(url)?.[0]);
    expect(sizes).toEqual(["size=100", undefined, "size=100"]);
  });

  it("may be empty", async () => {
    test.server.answers({ json: { data: [], current_page: 1, per_page: 15, total: 0, last_page: 1 } });
    await expect(test.connect().listHosts()).resolves.toEqual([]);
    test.server.answers({ json: [] });
    await expect(test.connect().listHosts()).resolves.toEqual([]);
  });
});
