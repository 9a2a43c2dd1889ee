/** An error as the log keeps it: what it carried beside its words may hold a client's values. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "something that is no error was thrown" };
  const { name, message, stack } = error;
  return { name, message, stack };
}
