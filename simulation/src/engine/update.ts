import { type Document, comparable, copied, isSame } from "./document.ts";
import { matches } from "./filter.ts";

type Fields = Readonly<Record<string, unknown>>;
type Node = Record<string, unknown>;

/** Changes a document in place by the operators of an update. */
export function applyUpdate(document: Document, update: object, isInsert = false): void {
  const paths = Object.values(update as Record<string, Fields>).flatMap(Object.keys);
  const twice = paths.find((path, index) => paths.indexOf(path) < index);
  // MongoDB refuses it as well.
  if (twice) throw new Error(`Updating the path '${twice}' would create a conflict`);
  for (const [operator, fields] of Object.entries(update) as [string, Fields][])
    for (const [path, operand] of Object.entries(fields))
      applyTo(document, path, { operator, operand, isInsert });
}

/** Whether all that an update sets or removes is so already. */
export function changesNothing(document: Document, update: object): boolean {
  return (Object.entries(update) as [string, Fields][]).every(([operator, fields]) => {
    if (operator !== "$set" && operator !== "$unset") return false;
    return Object.entries(fields).every(([path, operand]) => {
      const { found, value } = valueAt(document, path);
      return operator === "$unset" ? !found : found && isSame(value, operand);
    });
  });
}

function valueAt(document: Document, path: string): { found: boolean; value?: unknown } {
  let value: unknown = document;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !(key in value)) return { found: false };
    value = (value as Node)[key];
  }
  return { found: true, value };
}

interface Operation {
  readonly operator: string;
  readonly operand: unknown;
  readonly isInsert: boolean;
}

function applyTo(document: Document, path: string, operation: Operation): void {
  const { operator, operand, isInsert } = operation;
  if (operator === "$setOnInsert" && !isInsert) return;
  if (operator === "$unset") return unset(document, path);
  const { node, key } = placeOf(document, path);
  const current = node[key];
  switch (operator) {
    case "$set":
    case "$setOnInsert":
      node[key] = copied(operand);
      return;
    case "$inc":
      node[key] = ((current as number | undefined) ?? 0) + (operand as number);
      return;
    case "$max":
      if (!(Number(comparable(current)) >= Number(comparable(operand))))
        node[key] = copied(operand);
      return;
    case "$push":
      node[key] = [...((current as unknown[] | null | undefined) ?? []), ...pushed(operand)];
      return;
    case "$pull":
      if (current !== undefined) node[key] = pulled(current as Document[], operand as object);
      return;
    default:
      throw new Error(`the simulated engine does not know ${operator}`);
  }
}

function pushed(operand: unknown): unknown[] {
  const isList = typeof operand === "object" && operand !== null && "$each" in operand;
  return copied(isList ? (operand.$each as unknown[]) : [operand]);
}

function pulled(elements: readonly Document[], condition: object): Document[] {
  return elements.filter((element) => !matches(element, condition, 0));
}

function placeOf(document: Document, path: string): { node: Node; key: string } {
  const keys = path.split(".");
  const last = keys.pop() as string;
  let node: Node = document;
  for (const key of keys) {
    node[key] ??= {};
    node = node[key] as Node;
  }
  return { node, key: last };
}

function unset(document: Document, path: string): void {
  const keys = path.split(".");
  const last = keys.pop() as string;
  let node: Node | undefined = document;
  for (const key of keys) {
    node = node[key] as Node | undefined;
    if (typeof node !== "object" || node === null) return;
  }
  delete node[last];
}

/** The part of a document that a projection asks for. */
export function projected(document: Document, projection: Fields | undefined): Document {
  const fields = Object.entries(projection ?? {}).filter(([path]) => path !== "_id");
  if (fields.length === 0) return copied(document);
  if (fields.some(([, value]) => value === 1)) {
    const part: Document = { _id: document._id };
    for (const [path] of fields) takeOver(part, document, path.split("."));
    return part;
  }
  const part = copied(document);
  for (const [path] of fields) leaveOut(part, path.split("."));
  return part;
}

/** Copies what stands at a path. An array has the path in each of its documents. */
function takeOver(part: Node, from: Node, [key = "", ...rest]: readonly string[]): void {
  const value = from[key];
  if (!(key in from)) return;
  if (rest.length === 0) part[key] = copied(value);
  else if (Array.isArray(value)) {
    const parts = (part[key] ??= value.map(() => ({}))) as Node[];
    for (const [at, each] of value.entries()) takeOver(parts[at] as Node, each as Node, rest);
  } else if (typeof value === "object" && value !== null)
    takeOver((part[key] ??= {}) as Node, value as Node, rest);
}

function leaveOut(value: unknown, [key, ...rest]: readonly string[]): void {
  if (typeof value !== "object" || value === null || key === undefined) return;
  if (Array.isArray(value)) for (const each of value as unknown[]) leaveOut(each, [key, ...rest]);
  else if (rest.length === 0) delete (value as Node)[key];
  else leaveOut((value as Node)[key], rest);
}
