import { answersAnything } from "./anyAnswer";

answersAnything(15);
