/**
 * The clock of the pretended members. The engine's own cannot be moved, so a command that asks for `$$NOW` is given the
 * moved time in its place: as a date, in expressions alone. Dates that a client sends stay its own, and what the engine
 * does by itself, such as ending documents by a TTL index, goes by the true time.
 */
import { type Command, type Document, withDocument } from "./command.ts";

/** The same command with the time that a clock shows which is `shiftMs` ahead. */
export function atShiftedTime(command: Command, shiftMs: number): Command {
  if (shiftMs === 0) return command;
  if (!command.body.includes("$$NOW") && !command.sequences.includes("$$NOW")) return command;
  const now = new Date(Date.now() + shiftMs);
  return withDocument(command, withNow(command.document(), now, false) as Document);
}

/** Where a text is an expression: a pipeline, what stands in $expr; never in $literal or in plain data. */
function withNow(value: unknown, now: Date, isExpression: boolean): unknown {
  if (isExpression && textOf(value) === "$$NOW") return now;
  if (Array.isArray(value)) return value.map((each) => withNow(each, now, isExpression));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      withNow(inner, now, holdsExpression(name, inner, isExpression)),
    ]),
  );
}

function holdsExpression(name: string, inner: unknown, isExpression: boolean): boolean {
  if (name === "$literal") return false;
  // An update is a pipeline where it is a list; a list elsewhere is what it is.
  const isPipeline =
    name === "pipeline" || (Array.isArray(inner) && (name === "u" || name === "update"));
  return isExpression || name === "$expr" || isPipeline;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isPlain(value: unknown): value is Document {
  return (
    typeof value === "object" &&
    value !== null &&
    !("_bsontype" in value) &&
    !(value instanceof Date) &&
    !(value instanceof Uint8Array)
  );
}
