import type { FieldError } from "@slipway/contracts";
import { parseInput, refusalOf, refuse, refuseFields } from "@slipway/broker";
import { headerFault, requireKey } from "../caller/idempotency-key.ts";
import { ifMatchFault, ifMatchUnknown, taggedIn } from "../caller/record-version.ts";
import {
  type Route,
  bodyUse,
  clientFields,
  inputPlace,
  pathFields,
  readsIfMatch,
  versionField,
} from "../route/route.ts";

interface RequestParts {
  readonly path: Readonly<Record<string, unknown>>;
  /** Undefined where there is none, or the route takes a body. */
  readonly query: URLSearchParams | undefined;
  /** Undefined without a body. */
  readonly body: unknown;
  readonly idempotencyKeys: readonly string[];
  readonly ifMatch?: string | undefined;
}

/**
 * Makes the input of a route's contract out of the path and the query or the body. A field of the
 * path is never taken from elsewhere; unknown fields are left out. Refuses with every field at
 * fault, and with NOT_FOUND where only the path is, because such an id names nothing.
 */
export function createInputReader(route: Route): (parts: RequestParts) => unknown {
  const { contract, otherForm, immutable = [] } = route;
  const own = { contract, immutable };
  const names = Object.keys(clientFields(route));
  const place = inputPlace(route);
  const inPath = new Set(pathFields(route.path));
  const placeOf = (field: string): FieldError["in"] => (inPath.has(field) ? "path" : place);
  const usesBody = bodyUse(route) !== "none";
  const takesVersion = readsIfMatch(route);
  const addVersion: typeof withVersion = (fields, ifMatch) => {
    if (takesVersion) return withVersion(fields, ifMatch);
    // A change that compares no version must not look as if it did.
    if (contract.kind === "mutation" && taggedIn(ifMatch) !== undefined)
      throw refuse("VALIDATION_FAILED", { detail: ifMatchUnknown });
    return fields;
  };

  return ({ path, query, body, idempotencyKeys, ifMatch }) => {
    const fields =
      place === "query" ? once(query, names) : known(usesBody ? body : undefined, names);
    const isNamed = route.readsIdempotencyKey && idempotencyKeys.length > 0;
    const named = isNamed ? withKey(fields, idempotencyKeys) : fields;
    const sent = ifMatch === undefined ? named : addVersion(named, ifMatch);
    const form = otherForm && otherForm.member in sent ? otherForm : own;
    if (form.immutable.length > 0) refuseImmutable(body, form.immutable);
    if (contract.keyed && idempotencyKeys.length > 0) requireKey(idempotencyKeys);
    const isEmpty = route.method === "PATCH" && Object.keys(sent).length === 0;
    try {
      const input = parseInput(form.contract, { ...sent, ...path }, placeOf);
      if (!isEmpty) return input;
    } catch (error) {
      throw isEmpty ? emptyBody(error) : withoutPath(error);
    }
    throw emptyBody();
  };
}

/** A path that cannot be the name of anything is no reason to describe its shape to the client. */
function withoutPath(error: unknown): unknown {
  const errors = refusalOf(error)?.details.errors ?? [];
  const others = errors.filter((each) => each.in !== "path");
  if (others.length === errors.length) return error;
  return others.length === 0 ? refuse("NOT_FOUND") : refuseFields(others);
}

function once(query: URLSearchParams | undefined, names: readonly string[]) {
  const given: Record<string, string> = {};
  if (!query) return given;
  const repeated: FieldError[] = [];
  for (const name of names) {
    const [value, another] = query.getAll(name);
    if (value !== undefined) given[name] = value;
    if (another !== undefined)
      repeated.push({
        in: "query",
        pointer: name,
        code: "INVALID_VALUE",
        detail: "must be given once",
      });
  }
  if (repeated.length > 0) throw refuseFields(repeated);
  return given;
}

function known(body: unknown, names: readonly string[]): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw refuseFields([
      { in: "body", pointer: "#", code: "INVALID_TYPE", detail: "must be an object" },
    ]);
  const given: Record<string, unknown> = {};
  for (const name of names)
    if (Object.hasOwn(body, name)) given[name] = (body as Record<string, unknown>)[name];
  return given;
}

/** The header's key stands for the body's; from here on nothing distinguishes them. */
function withKey(
  fields: Readonly<Record<string, unknown>>,
  idempotencyKeys: readonly string[],
): Record<string, unknown> {
  const fault = headerFault(idempotencyKeys, fields);
  if (fault) throw refuseFields([fault]);
  return { ...fields, idempotencyKey: idempotencyKeys[0] };
}

/** The header's version stands for the body's where the body has none. */
function withVersion(
  fields: Readonly<Record<string, unknown>>,
  ifMatch: string,
): Readonly<Record<string, unknown>> {
  if (Object.hasOwn(fields, versionField)) return fields;
  const updatedAt = taggedIn(ifMatch);
  if (updatedAt === null) throw refuseFields([ifMatchFault]);
  return updatedAt === undefined ? fields : { ...fields, [versionField]: updatedAt };
}

function refuseImmutable(body: unknown, immutable: readonly string[]): void {
  if (typeof body !== "object" || body === null) return;
  const given = immutable.filter((name) => Object.hasOwn(body, name));
  if (given.length === 0) return;
  throw refuseFields(
    given.map((name) => ({
      in: "body",
      pointer: `#/${name}`,
      code: "IMMUTABLE_FIELD",
      detail: "cannot be changed here",
    })),
  );
}

/** Names the fields that are required in any case, too. */
function emptyBody(error?: unknown): Error {
  const required = (refusalOf(error)?.details.errors ?? []).filter((each) => each.in === "body");
  return refuseFields([
    { in: "body", pointer: "#", code: "REQUIRED", detail: "at least one field is required" },
    ...required,
  ]);
}
