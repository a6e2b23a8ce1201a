import { describeLife } from "./languageLife";
import { python } from "./languages";

describeLife(python);
