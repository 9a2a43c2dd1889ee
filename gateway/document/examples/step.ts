/** One request of the story of the examples. */
export interface Step {
  /** The name by which later steps find its answer. */
  readonly name: string;
  /** A route: its method and its path. */
  readonly head: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** It waits until everything before it is delivered to its consumers. */
  readonly isSettled?: boolean;
}

/** The answers of earlier steps by the steps' names. */
export type Answers = Readonly<Record<string, unknown>>;

/** The request of a step, whole. */
export type Sent = Pick<Step, "path" | "query" | "body">;

/** Fills in what stands in earlier answers: "@supplier.id", "@jobs.items.0.id", also as the name of a member. */
export function requestOf({ path, query, body }: Step, answers: Answers): Sent {
  const sent = { ...(path && { path }), ...(query && { query }), ...(body && { body }) };
  return filled(sent, answers) as Sent;
}

function filled(value: unknown, answers: Answers): unknown {
  if (typeof value === "string") return value.startsWith("@") ? found(value, answers) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => filled(each, answers));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      String(filled(name, answers)),
      filled(each, answers),
    ]),
  );
}

function found(place: string, answers: Answers): unknown {
  let value: unknown = answers;
  for (const name of place.slice(1).split("."))
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (value === undefined) throw new Error(`no earlier answer has ${place}`);
  return value;
}
