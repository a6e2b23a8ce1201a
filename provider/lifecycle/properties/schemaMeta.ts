/** What the package schema needs to know of an input, an output or an argument beside its form. */
declare module "zod" {
  interface GlobalMeta {
    /** Name of the type in programs, for an enum or an object. */
    typeName?: string | undefined;
    /**
     * What counts where the program says nothing; the same for every stack. Of an input itself, never of a member inside
     * one: generators make one output of an object with defaults, and one unknown or secret value in it makes all of it so.
     */
    default?: string | number | boolean | undefined;
    /** Whether a change asks for another resource. */
    replaces?: boolean | undefined;
    /** Whether the value of an input may stand on a screen beside what is wrong with it. Of no input that holds texts of users. */
    shown?: boolean | undefined;
  }
}

export {};
