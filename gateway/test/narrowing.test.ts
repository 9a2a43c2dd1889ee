/** The column that says how a route is held to one supplier: what no type can check of it. */
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import type { NamedRecords } from "../src/caller/narrowing.ts";
import { type Route, pathFields } from "../src/route/route.ts";
import { routes } from "../src/routes/routes.ts";

/**
 * Fields that name something below a record which the same request names, or a thing of the client's own: what
 * they name is looked for there alone.
 */
const placedByOthers = new Set([
  "periodId",
  "photoId",
  "unitId",
  "unitItemId",
  "externalEventId",
  "externalId",
]);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

function fieldsOf({ contract, otherForm }: Route): string[] {
  const forms = [contract, ...(otherForm ? [otherForm.contract] : [])].flatMap(({ input }) => {
    const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;
    return pathsOf(schema, schema.$defs ?? {});
  });
  return [...new Set(forms)];
}

/** The paths of all fields, through lists too. */
function pathsOf(schema: Schema, named: Readonly<Record<string, Schema>>): string[] {
  const found = schema.$ref === undefined ? schema : named[schema.$ref.split("/").at(-1) ?? ""];
  const { properties = {}, items } = found ?? {};
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    name,
    ...pathsOf(field, named).map((path) => `${name}.${path}`),
  ]);
  return items ? [...fields, ...pathsOf(items, named)] : fields;
}

function namesRecord(path: string): boolean {
  const field = path.split(".").at(-1) ?? "";
  return (field === "id" || field.endsWith("Id")) && !placedByOthers.has(field);
}
const headOf = ({ method, path }: Route): string => `${method} ${path}`;
const named = routes.flatMap((route) =>
  typeof route.narrowing === "string"
    ? []
    : [{ head: headOf(route), route, narrowing: route.narrowing }],
);
const withWord = (word: Route["narrowing"]): Route[] =>
  routes.filter(({ narrowing }) => narrowing === word);

describe("the narrowing of", () => {
  it.each(named)("$head places every field that names a record", ({ route, narrowing }) => {
    // The payload of a channel's event is free JSON: its ids have no place in the schema.
    const placed = Object.keys(narrowing.ids).filter((path) => !path.startsWith("payload."));
    const isTaken = (path: string): boolean => !route.immutable?.includes(path);
    const naming = fieldsOf(route).filter((path) => namesRecord(path) && isTaken(path));
    expect(placed.toSorted()).toEqual(naming.toSorted());
  });

  it.each(named)("$head asks only for fields that it places", ({ narrowing }) => {
    const { ids, oneOf = [] }: NamedRecords = narrowing;
    expect(Object.keys(ids)).toEqual(expect.arrayContaining([...oneOf]));
  });

  it("lists that are filtered by supplier have the filter", () => {
    for (const route of withWord("filter")) expect(fieldsOf(route)).toContain("supplierId");
    for (const route of withWord("filter")) expect(route.contract.kind).toBe("read");
  });

  it("what is left to the service names no record in its path, and is no longer than this", () => {
    const own = withWord("own");
    for (const route of own) expect(pathFields(route.path)).toEqual([]);
    expect(own.map(headOf)).toEqual([
      "GET /me",
      "POST /sessions",
      "DELETE /sessions/current",
      "POST /api-keys",
      "POST /users/setup",
      "GET /suppliers",
      "GET /availability-blocks",
      "POST /tickets/redeem",
      "GET /calendar-feeds",
      "GET /webhooks/subscriptions",
      "GET /webhooks/deliveries",
      "GET /channels",
      "GET /channel-events",
      "GET /sync/jobs",
    ]);
  });

  it("records of the whole tenant is refused", () => {
    expect(withWord("tenant").map(headOf)).toEqual([
      "PATCH /me",
      "GET /api-keys",
      "DELETE /api-keys/{id}",
      "GET /users",
      "POST /users",
      "PATCH /users/{id}",
      "PUT /users/me/password",
      "POST /users/me/second-factor",
      "POST /users/me/second-factor/confirm",
      "POST /users/me/second-factor/remove",
      "PUT /me/second-factor-rule",
      "GET /users/me/sessions",
      "DELETE /users/me/sessions/{id}",
      "POST /suppliers",
      "GET /orders",
      "POST /orders",
      "POST /orders/quote",
      "GET /orders/{id}",
      "PATCH /orders/{id}",
      "POST /orders/{id}/extend",
      "POST /orders/{id}/confirm",
      "POST /orders/{id}/cancel",
      "POST /customers/erase",
    ]);
    expect(withWord("entity").map(headOf)).toEqual(["GET /audit-logs", "GET /audit-logs/pages"]);
  });
});
