/** What the methods of the service do, apart from the connection; loaded with the first that is called. */
export { checkConfig } from "../configuration/checkConfig";
export { configurationOf, type Configuration } from "../configuration/configure";
export { diffConfig } from "../configuration/diffConfig";
export { checkResource } from "./checkResource";
export { createResource } from "./createResource";
export { deleteResource } from "./deleteResource";
export { diffResource } from "./diffResource";
export { invokeFunction } from "./invokeFunction";
export { readResource } from "./readResource";
export { updateResource } from "./updateResource";
