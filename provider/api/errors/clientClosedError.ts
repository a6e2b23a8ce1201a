/** A call on a client that was closed, or that was under way when it was closed. */
export class ClientClosedError extends Error {
  constructor() {
    super("The client of the service was closed. Make a new one for further calls.");
    this.name = "ClientClosedError";
  }
}
