/**
 * How a restricted key is held to its restrictions: the one place where a request is narrowed. Every route
 * says in its table how (`narrowing`), and no route can be defined without it.
 */
import { z } from "zod";
import { asParsed, refuse } from "@slipway/broker";
import { type Caller, hasOverride, overrideFields, supplierOf } from "@slipway/contracts";
import { isOf } from "../caller/find-owner.ts";
import { type IdKind, kindOfId } from "../caller/narrowing.ts";
import { type NewRequest, type Route, clientFields } from "../route/route.ts";

type Input = Readonly<Record<string, unknown>>;
type Restrictions = NonNullable<Caller["restrictions"]>;

/** Stands for an id that the key does not reach. No id of ours has this form. */
const namesNothing = "-";

/** Refuses INSUFFICIENT_SCOPE to a key of one supplier what concerns the whole tenant. */
export function refuseTenantWide({ narrowing }: Route, caller: Caller): void {
  if (narrowing === "tenant" && supplierOf(caller) !== undefined) throw tenantWide();
}

/**
 * The input as a key of one supplier may send it: nothing in it names a record of another supplier.
 * Every other caller's input stays as it is. Who owns a record is asked once, before the work begins:
 * a request that was let in goes on, although its channel is given to another supplier meanwhile.
 */
export async function narrowInput(
  route: Route,
  newRequest: NewRequest,
  input: unknown,
): Promise<unknown> {
  const request = newRequest();
  const supplierId = supplierOf(request.caller);
  if (supplierId === undefined) return input;
  const { narrowing, contract } = route;
  if (narrowing === "tenant" || narrowing === "own") return input;
  const given = input as Input;
  if (narrowing === "filter") {
    const asked = given["supplierId"] ?? supplierId;
    const only = asked === supplierId ? supplierId : namesNothing;
    return asParsed(contract, { ...given, supplierId: only });
  }
  const reaches = (kind: IdKind, id: string) => isOf(request, supplierId, { kind, id });
  if (narrowing === "entity") return refuseOthers(given, reaches);
  refuseForAll(route, given, narrowing.oneOf);
  let narrowed: unknown = given;
  for (const [path, kind] of Object.entries(narrowing.ids)) {
    const ids = idsOf(narrowed, path.split("."));
    const reached = await Promise.all(ids.slice(0, idsMax).map((id) => reaches(kind, id)));
    const unreached = new Set(ids.filter((_id, index) => reached[index] !== true));
    narrowed = withoutIds(narrowed, path.split("."), unreached);
  }
  return asParsed(contract, narrowed as object);
}

type Reaches = (kind: IdKind, id: string) => Promise<boolean>;
type Path = readonly string[];

/** Most ids of one field that are looked up; no operation takes more, and a payload is not parsed yet. */
const idsMax = 100;

/** The different ids that stand at a path, through lists too. A text may be several, with commas between them. */
function idsOf(value: unknown, path: Path): string[] {
  const found = new Set<string>();
  replaceAt(value, path, (text) => {
    for (const id of text.split(",")) found.add(id);
    return text;
  });
  return [...found];
}

function withoutIds(value: unknown, path: Path, unreached: ReadonlySet<string>): unknown {
  const shown = (id: string): string => (unreached.has(id) ? namesNothing : id);
  return replaceAt(value, path, (text) => text.split(",").map(shown).join(","));
}

function replaceAt(value: unknown, path: Path, replace: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => replaceAt(each, path, replace));
  const [field, ...rest] = path;
  if (field === undefined) return typeof value === "string" ? replace(value) : value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, field)) return value;
  const fields = value as Input;
  return { ...fields, [field]: replaceAt(fields[field], rest, replace) };
}

async function refuseOthers(input: Input, reaches: Reaches): Promise<Input> {
  const { entityId } = input;
  const kind = typeof entityId === "string" ? kindOfId(entityId) : undefined;
  const isOwn = kind !== undefined && (await reaches(kind, entityId as string));
  if (!isOwn) throw tenantWide();
  return input;
}

/** A change that leaves the fields out leaves the record as it is: the supplier's. */
function refuseForAll({ method }: Route, input: Input, oneOf: readonly string[] = []): void {
  const values = oneOf.map((field) => input[field]);
  const isLeft = method === "PATCH" && values.every((value) => value === undefined);
  const isNamed = values.some((value) => typeof value === "string");
  if (oneOf.length > 0 && !isNamed && !isLeft) throw tenantWide();
}

function tenantWide(): Error {
  const detail = "A key of one supplier does not reach records of the whole tenant";
  return refuse("INSUFFICIENT_SCOPE", { detail });
}

/** Whether a request of the route can have an override in it. */
export function takesOverrides(route: Route): boolean {
  const fields = Object.entries(clientFields(route)).flatMap(([field, schema]) => [
    field,
    ...elementFields(schema),
  ]);
  return fields.includes("payload") || overrideFields.some((field) => fields.includes(field));
}

/** Fields of the elements of a list: an order's quote has sales in one. */
function elementFields(schema: z.ZodType): string[] {
  const element = schema instanceof z.ZodArray ? schema.element : undefined;
  return element instanceof z.ZodObject ? Object.keys(element.shape) : [];
}

/** Refuses OVERRIDE_FORBIDDEN an override by a key that may have none: in the body, an event's payload or an item. */
export function refuseOverrides({ overrides }: Restrictions, input: unknown): void {
  if (overrides ?? true) return;
  const { payload, items } = input as Input;
  const sales: unknown[] = [input, payload].concat(items);
  if (sales.some(hasOverride)) throw refuse("OVERRIDE_FORBIDDEN");
}
