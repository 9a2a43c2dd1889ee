import { type Document, comparable, isSame, valuesAt } from "./document.ts";

type Operators = Readonly<Record<string, unknown>>;

/** Whether a document matches a query. Throws at unknown operators. */
export function matches(document: Document, filter: object, now: number): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === "$or") return (condition as object[]).some((each) => matches(document, each, now));
    if (key === "$and")
      return (condition as object[]).every((each) => matches(document, each, now));
    if (key === "$expr") return truthOf(document, condition as Operators, now);
    if (key.startsWith("$")) throw new Error(`the simulated engine does not know ${key}`);
    return meets(valuesAt(document, key), condition);
  });
}

function meets(values: readonly unknown[], condition: unknown): boolean {
  if (!isOperators(condition)) return has(values, condition);
  return Object.entries(condition).every(([operator, operand]) => test(values, operator, operand));
}

function isOperators(condition: unknown): condition is Operators {
  if (typeof condition !== "object" || condition === null || condition instanceof Date)
    return false;
  return Object.keys(condition).some((key) => key.startsWith("$"));
}

function test(values: readonly unknown[], operator: string, operand: unknown): boolean {
  switch (operator) {
    case "$eq":
      return has(values, operand);
    case "$ne":
      return !has(values, operand);
    case "$in":
      return (operand as unknown[]).some((each) => has(values, each));
    case "$nin":
      return !(operand as unknown[]).some((each) => has(values, each));
    case "$exists":
      return values.length > 0 === operand;
    case "$elemMatch":
      return elementsOf(values).some((each) =>
        matches(each as Document, operand as object, Number.NaN),
      );
    case "$size":
      return values.some((value) => Array.isArray(value) && value.length === operand);
    default:
      return elementsOf(values).some((value) => compares(value, operator, operand));
  }
}

/** Null is met by what is not there. */
function has(values: readonly unknown[], wanted: unknown): boolean {
  if (wanted === null || wanted === undefined)
    return values.length === 0 || values.some((value) => value === null || value === undefined);
  return values.some((value) => isSame(value, wanted)) || inElements(values, wanted);
}

function inElements(values: readonly unknown[], wanted: unknown): boolean {
  return elementsOf(values).some((value) => isSame(value, wanted));
}

function elementsOf(values: readonly unknown[]): unknown[] {
  return values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
}

/** Values of different kinds do not compare. */
function compares(value: unknown, operator: string, operand: unknown): boolean {
  const [one, other] = [comparable(value), comparable(operand)];
  if (one === null || one === undefined || typeof one !== typeof other) return false;
  const a = one as number;
  const b = other as number;
  if (operator === "$gt") return a > b;
  if (operator === "$gte") return a >= b;
  if (operator === "$lt") return a < b;
  if (operator === "$lte") return a <= b;
  throw new Error(`the simulated engine does not know ${operator}`);
}

/** In an expression everything compares: null and what is not there come before any date. */
function truthOf(document: Document, expression: Operators, now: number): boolean {
  return Object.entries(expression).every(([operator, operands]) => {
    if (operator === "$and" || operator === "$or") {
      const parts = (operands as Operators[]).map((each) => truthOf(document, each, now));
      return operator === "$and" ? parts.every(Boolean) : parts.some(Boolean);
    }
    const [one, other] = (operands as unknown[]).map((each) => operandOf(document, each, now));
    const [a = -Infinity, b = -Infinity] = [numberOf(one), numberOf(other)];
    if (operator === "$gt") return a > b;
    if (operator === "$gte") return a >= b;
    if (operator === "$lt") return a < b;
    if (operator === "$lte") return a <= b;
    if (operator === "$eq") return a === b;
    if (operator === "$ne") return a !== b;
    throw new Error(`the simulated engine does not know ${operator} in an expression`);
  });
}

function operandOf(document: Document, operand: unknown, now: number): unknown {
  if (operand === "$$NOW") return now;
  if (typeof operand === "string" && operand.startsWith("$"))
    return valuesAt(document, operand.slice(1))[0];
  return operand;
}

function numberOf(value: unknown): number | undefined {
  const number = comparable(value);
  return typeof number === "number" ? number : undefined;
}
