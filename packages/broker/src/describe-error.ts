/** An error as the log keeps it: what it carried beside its words may hold a client's values. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "something that is no error was thrown" };
  const { name, message, stack = "" } = error;
  // The message of JSON.parse has a part of the text, which may be a person's.
  if (name === "SyntaxError") return { name, stack: stack.slice(stack.search(/\n +at /) + 1) };
  return { name, message, stack };
}
