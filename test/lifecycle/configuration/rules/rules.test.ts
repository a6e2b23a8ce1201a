import { rules } from "./rules";

test.each(rules)("$name", ({ holds }) => {
  holds(100);
});
