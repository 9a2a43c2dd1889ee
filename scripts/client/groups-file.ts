/** packages/client/src/generated/groups.ts: the methods of the client, group by group, and what each may refuse. */
import { type SentInput, type Operation, type QueryField } from "./operations.ts";
import { capitalised } from "./method-name.ts";
import { commentOf, memberText } from "./type-text.ts";

/** Codes that say nothing of one operation: they come from the credential, the body's form or the server. */
const commonCodes = new Set([
  "MALFORMED_JSON",
  "UNSUPPORTED_CONTENT_TYPE",
  "JSON_TOO_COMPLEX",
  "BODY_TOO_LARGE",
  "UNAUTHENTICATED",
  "INSUFFICIENT_SCOPE",
  "LOGIN_INCOMPLETE",
  "CSRF_REJECTED",
  "RATE_LIMITED",
  "INTERNAL",
  "OVERLOADED",
  "SERVICE_UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "OUTCOME_UNKNOWN",
]);

export function groupsFile(operations: readonly Operation[], records: readonly string[]): string {
  const groups = [...Map.groupBy(operations, ({ group }) => group)];
  const parts = [
    ...operations.flatMap(queryText),
    ...commonRefusal(operations),
    ...operations.flatMap(refusalText),
    ...groups.map(([group, own]) => groupText(group, own)),
    operationsText(groups.map(([group]) => group)),
  ];
  const body = parts.join("\n\n");
  return `${importText(body, records, "./types.ts")}\n${importText(body, callTypes, "../call.ts")}\n\n${body}`;
}

const callTypes = [
  "Call",
  "CallOptions",
  "ChangeFeed",
  "ChangesFrom",
  "ChangesSince",
  "CreateOptions",
  "NoFilters",
  "Paging",
];

function importText(body: string, names: readonly string[], from: string): string {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `import type { ${used.toSorted().join(", ")} } from "${from}";`;
}

/** Fields by which a list is turned over stand in types of their own (call.ts). */
function filtersOf({ fields }: SentInput): QueryField[] {
  const names = new Set(fields.map(({ name }) => name));
  const turning = names.has("offset") ? ["limit", "offset"] : [];
  const following = names.has("updatedSince") ? ["updatedSince", "cursor"] : [];
  return fields.filter(({ name }) => ![...turning, ...following].includes(name));
}

function hasFilters(input: SentInput): boolean {
  return input.place === "query" && filtersOf(input).length > 0;
}

function queryText({ group, name, input }: Operation): string[] {
  if (!input || !hasFilters(input)) return [];
  const own = filtersOf(input).map(fieldText).join("\n");
  const comment = commentOf(`The filters of \`${group}.${name}\`.`);
  return [`${comment}export interface ${input.type} {\n${own}\n}`];
}

function fieldText({ name, schema, required }: QueryField): string {
  return memberText(name, schema, required);
}

function commonRefusal(operations: readonly Operation[]): string[] {
  const codes = new Set(operations.flatMap((operation) => operation.codes));
  const common = [...codes].filter((code) => commonCodes.has(code));
  return [
    `/** The refusals that any operation may answer: they say nothing of the operation itself. */\nexport type CommonRefusal = ${unionOf(common)};`,
  ];
}

function refusalText({ group, name, codes }: Operation): string[] {
  const own = codes.filter((code) => !commonCodes.has(code));
  if (own.length === 0) return [];
  const comment = commentOf(
    `Codes with which \`${group}.${name}\` refuses, beside \`CommonRefusal\`.`,
  );
  return [`${comment}export type ${refusalName({ group, name })} = ${unionOf(own)};`];
}

function refusalName({ group, name }: Pick<Operation, "group" | "name">): string {
  return `${capitalised(group)}${capitalised(name)}Refusal`;
}

function unionOf(codes: readonly string[]): string {
  return codes.map((code) => JSON.stringify(code)).join(" | ");
}

function groupText(group: string, operations: readonly Operation[]): string {
  const comment = commentOf(`Operations below \`${pathOf(operations)}\`.`);
  const methods = operations.flatMap(methodsText).join("\n\n");
  return `${comment}export interface ${capitalised(group)}Group {\n${methods}\n}`;
}

function pathOf([first]: readonly Operation[]): string {
  return `/${first?.path.split("/")[1] ?? ""}`;
}

function methodsText(operation: Operation): string[] {
  const { answer, text } = operation;
  const { whole, page, changes } = answer;
  const forms = [
    ...(changes
      ? [methodText(operation, { answer: changes, and: "ChangesFrom", text: changesForm })]
      : []),
    ...(page ? [methodText(operation, { answer: page, and: "Paging", text: pageForm })] : []),
    methodText(operation, { answer: whole, text }),
  ];
  return [forms.join("\n"), ...allText(operation), ...changesText(operation)];
}

const changesForm = "One page of the changes from an instant or a cursor on.";
const pageForm = "One page of the list, and the length of all of it.";

function methodText(
  { name, pathFields, input, repeat }: Operation,
  { answer, and, text }: { answer: string; and?: string; text: string },
): string {
  const hasKey = repeat === "by key" || repeat === "by header";
  const optionsType = hasKey ? "CreateOptions" : "CallOptions";
  const parameters = [
    ...pathFields.map((field) => `${field}: string`),
    ...(input ? [inputText(input, and)] : []),
    `options?: ${optionsType}`,
  ];
  return `${commentOf(text)}${name}(${parameters.join(", ")}): Call<${answer}>;`;
}

function inputText(input: SentInput, and: string | undefined): string {
  const { place, isRequired } = input;
  const isOptional = !isRequired && and === undefined;
  return `${place}${isOptional ? "?" : ""}: ${inputType(input, and)}`;
}

/** `and` is what a form of the list needs beside its filters. */
function inputType(input: SentInput, and?: string): string {
  const { place, type } = input;
  if (place === "body" || hasFilters(input)) return and === undefined ? type : `${type} & ${and}`;
  return and ?? "NoFilters";
}

/** The records of every page, one after the other. */
function allText({ name, pathFields, input, answer, pages }: Operation): string[] {
  if (pages === undefined || input === undefined) return [];
  const query = pages === "cursor" ? `Omit<${inputType(input)}, "cursor">` : inputType(input);
  const parameters = [
    ...pathFields.map((field) => `${field}: string`),
    `query${input.isRequired ? "" : "?"}: ${query}`,
    "options?: CallOptions",
  ];
  const comment = commentOf(`The records of \`${name}\`, page after page as you read on.`);
  return [
    `${comment}${name.replace(/^list/, "all")}(${parameters.join(", ")}): AsyncIterable<${answer.item ?? "unknown"}>;`,
  ];
}

/** The method that lists the changes since an instant. */
function changesText({ name, input, answer }: Operation): string[] {
  if (answer.changes === undefined || input === undefined) return [];
  const comment = commentOf(
    "The changes since an instant, oldest first. Its `watermark` is where to begin the next time.",
  );
  return [
    `${comment}${name.replace(/^list/, "changes")}(query: ${inputType(input, "ChangesSince")}, options?: CallOptions): ChangeFeed<${answer.item ?? "unknown"}>;`,
  ];
}

function operationsText(groups: readonly string[]): string {
  const members = groups.map((group) => `readonly ${group}: ${capitalised(group)}Group;`);
  return `/** Every operation of the API, by the first word of its path. */\nexport interface Operations {\n${members.join("\n")}\n}`;
}
