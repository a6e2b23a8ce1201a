import { faultMatrix } from "./matrix";

faultMatrix("fault matrix", 1);
