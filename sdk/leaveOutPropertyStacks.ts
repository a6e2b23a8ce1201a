/**
 * From here to the call of what it returns, Pulumi keeps no stacks for the properties of a resource.
 *
 * It writes out the stack of the constructor four times for every property, to show it where `PULUMI_DEBUG_PROMISE_LEAKS`
 * is set: with a thousand resources that takes seconds. Where a resource stands in the program it finds out by itself.
 *
 * @returns the end; gives back the error that it is given, with the stack of here, which the program's author needs
 */
export function leaveOutPropertyStacks(): (error?: unknown) => unknown {
  const { stackTraceLimit } = Error;
  if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
  return function end(error) {
    Error.stackTraceLimit = stackTraceLimit;
    if (error instanceof Error) Error.captureStackTrace(error, end);
    return error;
  };
}
