import { answersAnything } from "./anyAnswer";

answersAnything(300);
