/** What the methods of the service do, apart from the connection; loaded with the first that is called. */
export { checkConfig } from "./checkConfig";
export { configurationOf, type Configuration } from "../configuration";
export { diffConfig } from "./checkConfig";
export { checkResource } from "./checkResource";
export { createResource } from "./changeResource";
export { deleteResource } from "./changeResource";
export { diffResource } from "./diffResource";
export { invokeFunction } from "./invokeFunction";
export { readResource } from "./readResource";
export { updateResource } from "./changeResource";
