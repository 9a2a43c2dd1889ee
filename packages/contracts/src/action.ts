import type { z } from "zod";
import type { RefusalCode } from "./refusals.ts";

/**
 * The contract of one action: its name on the bus, its input, its output and its refusals. The refusals are in the
 * order in which they are checked. Gateway, service, caller types, OpenAPI and tests all read this one value.
 */
export interface Action<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** A read may be repeated freely; a mutation whose answer is lost has an unknown outcome. */
  readonly kind: "read" | "mutation";
  readonly input: Input;
  readonly output: Output;
  readonly refusals: readonly RefusalCode[];
  /** The description of an action that clients can reach, in the API reference. */
  readonly description?: string | undefined;
  /** The effect of a repeated call, there. A read has none: it changes nothing. */
  readonly repeat?: string | undefined;
  /** The input field by which calls are routed to one replica; absent: any replica serves. */
  readonly routedBy?: string;
  /** A gateway may call it for a client whom no credential has proven. */
  readonly open?: true;
  /** Its input or its output has a password or a secret: between processes both travel sealed. */
  readonly secret?: true;
  /** A client may name it by a key and repeat it: the record that it changes keeps the key (see repeat.ts in the broker). */
  readonly keyed?: true;
  /** Its answers are built field by field of parsed parts, so few of them are parsed on their way out. */
  readonly built?: true;
}

type Definition<Input extends z.ZodType, Output extends z.ZodType> = Omit<
  Action<Input, Output>,
  "name" | "kind" | "refusals"
> &
  Partial<Pick<Action, "refusals">>;

export function read<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  definition: Definition<Input, Output>,
): Action<Input, Output> {
  return defined({ name, kind: "read", refusals: [], ...definition });
}

/** Defines a read of a record that its input names: NOT_FOUND where there is none. */
export function readKnown<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  definition: Omit<Definition<Input, Output>, "refusals">,
): Action<Input, Output> {
  return read(name, { ...definition, refusals: ["NOT_FOUND"] });
}

/** Defines an action that changes something: one that may not be repeated blindly. */
export function mutation<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  definition: Definition<Input, Output>,
): Action<Input, Output> {
  return defined({ name, kind: "mutation", refusals: [], ...definition });
}

/** Defines changes of one kind of record, which they answer. A client may name each change by a key. */
export function changesOf<Output extends z.ZodType>(output: Output) {
  return <Input extends z.ZodType>(
    name: string,
    definition: Omit<Definition<Input, Output>, "output" | "keyed">,
  ) => mutation<Input, Output>(name, { ...definition, output, keyed: true });
}

const secretActions = new Set<string>();

function defined<A extends Action>(action: A): A {
  if (action.secret) secretActions.add(action.name);
  return action;
}

/** Whether the action of this name is secret: the bus knows calls by their names alone. */
export function isSecretAction(name: string): boolean {
  return secretActions.has(name);
}

export interface UsedKey {
  /** A hash of the caller and the key that it has sent. */
  key: string;
  /** A hash of that with the operation and its input. */
  of: string;
  at: Date;
  /** Present: there was nothing to change. */
  idle?: true;
}

export type InputOf<A extends Action> = z.output<A["input"]>;
export type OutputOf<A extends Action> = z.output<A["output"]>;
