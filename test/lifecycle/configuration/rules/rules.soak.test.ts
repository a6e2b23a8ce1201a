import { figure } from "../../../figures/figure";
import { rules } from "./rules";

const cases = 5000;
let held = 0;

afterAll(() => {
  figure("rules of configurations", `${held} / ${rules.length} hold, on ${cases} generated cases each`);
});

test.each(rules)("$name", ({ holds }) => {
  holds(cases);
  held += 1;
});
