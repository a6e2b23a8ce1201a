import type { Socket } from "node:net";

/** Stops one request until a test lets it go on, so that what happens meanwhile happens exactly there. */
export class Gate {
  /** Resolves when the request stands at the gate. */
  readonly reached: Promise<void>;
  /** Resolves when its caller has left; it never goes on then. */
  readonly deserted: Promise<void>;
  readonly #arrive: () => void;
  readonly #desert: () => void;
  #isOpen = false;
  #goOn: (() => void) | undefined;

  constructor() {
    let arrive = () => {};
    let desert = () => {};
    this.reached = new Promise((resolve) => (arrive = resolve));
    this.deserted = new Promise((resolve) => (desert = resolve));
    this.#arrive = arrive;
    this.#desert = desert;
  }

  /** Lets the request go on; one that comes later is not stopped. */
  open(): void {
    this.#isOpen = true;
    this.#goOn?.();
    this.#goOn = undefined;
  }

  /** @param goOn what is held back */
  stop(socket: Socket, goOn: () => void): void {
    this.#arrive();
    if (this.#isOpen) {
      goOn();
      return;
    }
    const leave = () => {
      this.#goOn = undefined;
      this.#desert();
    };
    if (socket.destroyed) {
      leave();
      return;
    }
    socket.once("close", leave);
    this.#goOn = () => {
      socket.off("close", leave);
      goOn();
    };
  }
}
