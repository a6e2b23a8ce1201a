import { describeLife } from "./languageLife";
import { golang } from "./languages";

describeLife(golang);
