import assert from "node:assert";

/** One request of the story of the examples. */
export interface Step {
  /** The name by which later steps find its answer. */
  readonly name: string;
  /** A route: its method and its path, with what earlier answers name in place of its parameters: "GET /units/@adult.id". */
  readonly head: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** It waits until everything before it is delivered to its consumers. */
  readonly isSettled?: boolean;
}

/** The answers of earlier steps by the steps' names. */
export type Answers = Readonly<Record<string, unknown>>;

/** A step with the head of its route, and the parameters of the path apart. */
export interface RouteStep extends Step {
  readonly path?: Readonly<Record<string, string>>;
}

/** Finds the route of a step by its path. */
export function routed(step: Step, heads: readonly string[]): RouteStep {
  const parts = step.head.split("/");
  const head = heads.find((each) => {
    const names = each.split("/");
    return (
      names.length === parts.length &&
      names.every((name, at) => name === parts[at] || (name.startsWith("{") && isNamed(parts[at])))
    );
  });
  assert(head !== undefined, `${step.head} is no route`);
  const path = head.split("/").flatMap((name, at): [string, string][] => {
    const part = parts[at] ?? "";
    return name === part ? [] : [[name.slice(1, -1), part]];
  });
  return { ...step, head, ...(path.length > 0 && { path: Object.fromEntries(path) }) };
}

function isNamed(part = ""): boolean {
  return part.startsWith("@");
}

/** The request of a step, whole. */
export type Sent = Pick<RouteStep, "path" | "query" | "body">;

/** Fills in what stands in earlier answers: "@supplier.id", "@jobs.items.0.id", also as the name of a member. */
export function requestOf({ path, query, body }: RouteStep, answers: Answers): Sent {
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
