/** How the client calls an operation: by its group and, in it, by the operation's id without the group's noun. */

export interface MethodName {
  readonly group: string;
  readonly name: string;
}

/** Nouns of groups whose operations do not say the path's own word. */
const nouns: Readonly<Record<string, string>> = { auditLogs: "AuditEntr(?:y|ies)" };

/** `POST /availability-blocks`, `createAvailabilityBlock` -> `availabilityBlocks.create`. */
export function methodName(path: string, operationId: string): MethodName {
  const segment = path.split("/")[1] ?? "";
  const group = segment.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const noun = nouns[group] ?? `${capitalised(group.replace(/s$/, ""))}s?`;
  // A whole word of the id: `Option` is none in `OptionalThing`.
  return { group, name: operationId.replace(new RegExp(`${noun}(?![a-z])`), "") };
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
