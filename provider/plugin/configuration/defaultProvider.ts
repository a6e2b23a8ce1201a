/** Whether a provider of this name is the engine's own, which gets the stack's configuration. */
export function isDefaultProvider(name: string): boolean {
  // The engine's own names; a program may call its provider "default-eu".
  return /^default(?:_\d+_\d+_\d+\w*)?$/.test(name);
}
