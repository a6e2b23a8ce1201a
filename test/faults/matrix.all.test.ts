import { faultMatrix } from "./matrix";

// The whole matrix takes minutes: npm run test:soak
faultMatrix("fault matrix, every 31st cell", 31);
