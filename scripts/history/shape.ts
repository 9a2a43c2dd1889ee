/**
 * The shape of a value that travels or is stored, and what of it another release cannot take. Pure: both releases run side
 * by side, so each reads what the other one writes.
 */

/** By path, such as "items[].price?": the types of the value, with a question mark where it may be absent. */
export type Shape = Readonly<Record<string, readonly string[]>>;

/** The shapes of a release that are compared. */
export interface Shapes {
  /** Shapes of the actions, by name. */
  readonly inputs: Readonly<Record<string, Shape>>;
  readonly outputs: Readonly<Record<string, Shape>>;
  /** Shapes of the documents, by service and collection. */
  readonly stored: Readonly<Record<string, Shape>>;
}

type Kind = keyof Shapes;

/** Why this release and the one before cannot run side by side, a sentence each. */
export function breaksOf(before: Shapes, now: Shapes): string[] {
  return (["inputs", "outputs", "stored"] as const).flatMap((kind) =>
    Object.entries(before[kind]).flatMap(([name, shape]) => {
      const present = now[kind][name];
      if (!present) return [`${name} is gone: the release before needs it.`];
      return [...changed(kind, shape, present), ...added(kind, shape, present)].map(
        (sentence) => `${kind} of ${name}: ${sentence}`,
      );
    }),
  );
}

/** The path without the question mark at its end, which marks a value that may be absent. */
const bare = (path: string): string => path.replace(/\?$/, "");
const mayBeAbsent = (path: string): boolean => path.endsWith("?");

function pathsOf(shape: Shape): Map<string, string> {
  return new Map(Object.keys(shape).map((path) => [unmarked(path), path]));
}

/** Without the question marks, by which the same place of two shapes is found. */
function unmarked(path: string): string {
  return path.replaceAll("?", "");
}

function changed(kind: Kind, before: Shape, now: Shape): string[] {
  const present = pathsOf(now);
  return Object.keys(before).flatMap((path) => {
    const found = present.get(unmarked(path));
    if (found === undefined) return [`${bare(path)} is gone.`];
    const [old, types] = [before[path] ?? [], now[found] ?? []];
    // This release reads the inputs of a call, and the release before reads everything else.
    const [written, read] = kind === "inputs" ? [old, types] : [types, old];
    const strange = written.filter((type) => !takes(read, type));
    const isWider =
      kind === "inputs"
        ? mayBeAbsent(path) && !mayBeAbsent(found)
        : !mayBeAbsent(path) && mayBeAbsent(found);
    return [
      ...strange.map((type) => `${bare(path)} may be ${type}, which its reader does not take.`),
      ...(isWider ? [`${bare(path)} may be absent, which its reader does not take.`] : []),
    ];
  });
}

const isLiteral = (type: string): boolean => /^["\d-]|^(true|false)$/.test(type);

/** A list of values may grow: its readers meet a value that they do not know as they meet one of a later release. */
function takes(read: readonly string[], type: string): boolean {
  if (read.includes("any") || read.includes(type)) return true;
  if (type === "integer") return read.includes("number");
  if (!isLiteral(type)) return false;
  if (type.startsWith('"') && read.includes("string")) return true;
  return read.some(
    (each) => isLiteral(each) && typeof JSON.parse(each) === typeof JSON.parse(type),
  );
}

function added(kind: Kind, before: Shape, now: Shape): string[] {
  const known = pathsOf(before);
  const news = Object.keys(now).filter((path) => !known.has(unmarked(path)));
  // A path below a new one is new, too, so only the topmost ones are judged.
  const roots = news.filter((path) => known.has(unmarked(parentOf(path))));
  return roots.flatMap((path) => {
    const parent = known.get(unmarked(parentOf(path))) ?? "";
    const isCarried = kind === "inputs" && isEvent(before, parent);
    if (isCarried && !before[parent]?.includes("loose object"))
      return [
        `${bare(path)} is new in an event: a consumer of the release before drops it. Let the object keep unknown fields a release earlier.`,
      ];
    if (kind === "outputs" || mayBeAbsent(path)) return [];
    return [`${bare(path)} is new and must be there: the release before does not write it.`];
  });
}

function parentOf(path: string): string {
  return path.replace(/(\.[^.[]+|\[\]|\{\})$/, "");
}

/** Whether the object is one that a service stores as it was sent. */
function isEvent(shape: Shape, path: string): boolean {
  return ["entityType", "before", "after"].every((field) => `${path}.${field}` in shape);
}
