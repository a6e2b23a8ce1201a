import { answersAnything } from "./anyAnswer";
import { cases } from "../full";

answersAnything(cases(15));
