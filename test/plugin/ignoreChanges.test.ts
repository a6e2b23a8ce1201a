import { withoutIgnored } from "../../provider/plugin/propertyPaths";
import { hostLifecycle } from "../../provider/resource/lifecycle";

const olds = {
  hostId: 1,
  name: "web",
  json: { a: 1, list: [{ x: 1 }, { x: 2 }], only: true },
  ownership: "whole",
};
const news = { hostId: 2, json: { a: 2, b: 3, list: [{ x: 5 }, { x: 6 }] }, ownership: "declared" };

describe("ignored changes", () => {
  it.each([
    [["json.a"], { ...news, json: { ...news.json, a: 1 } }],
    [["json"], { ...news, json: olds.json }],
    [["json.only"], { ...news, json: { ...news.json, only: true } }],
    [["json.b"], { ...news, json: { a: 2, list: news.json.list } }],
    [["json.list[0].x"], { ...news, json: { ...news.json, list: [{ x: 1 }, { x: 6 }] } }],
    [["json.list[*].x"], { ...news, json: { ...news.json, list: olds.json.list } }],
    [["*"], { ...news, json: olds.json, ownership: "whole" }],
    [["json.absent.deeper", "absent"], news],
  ])("%j are left as the state has them", (ignored, left) => {
    expect(withoutIgnored(news, olds, ignored, hostLifecycle)).toEqual(left);
  });

  it("are found in the JSON text of a configuration with a number that JavaScript has none for", () => {
    const json = '{"a":1,"big":9007199254740993}';
    const text = { ...olds, json };
    expect(withoutIgnored(news, text, ["json.a"], hostLifecycle)).toEqual({
      ...news,
      json: { ...news.json, a: 1 },
    });
    const program = { ...news, json: { a: 2 } };
    expect(withoutIgnored(program, text, ["json.big"], hostLifecycle)).toEqual({
      ...news,
      json: '{"a":2,"big":9007199254740993}',
    });
  });

  it("are not taken from outputs that say what the service has", () => {
    expect(withoutIgnored(news, olds, ["hostId", "name"], hostLifecycle)).toEqual(news);
  });
});
