import { describe, expect, it } from "@jest/globals";
import * as contracts from "@slipway/contracts";
import { type Action, grantableScopes } from "@slipway/contracts";
import type { z } from "zod";
import { openApiDocument } from "@slipway/dev/openapi";
import { type Route, inputPlace, pathFields } from "../src/route/route.ts";
import { hasSecret } from "../src/serve/answer-route.ts";
import { octoRoutes } from "../src/octo/octo-routes.ts";
import { routeClassOf } from "../src/route/route-class.ts";
import { routes } from "../src/routes/routes.ts";

const isAction = (value: unknown): value is Action =>
  typeof value === "object" && value !== null && "name" in value && "refusals" in value;
const namesOf = (modules: object): string[] =>
  Object.values(modules).flatMap((module: unknown) =>
    typeof module === "object" && module !== null
      ? Object.values(module)
          .filter(isAction)
          .map(({ name }) => name)
      : [],
  );

const { bookingArchive, capacityArchive, outbox, referenceCache, tenantData } = contracts;
const { channelBookings, channelSubscriptions } = contracts;

/** Actions that only services, the command line, `/octo`, `/log-in` and calendars call. */
const internal = new Set([
  ...namesOf({ bookingArchive, capacityArchive, outbox, referenceCache, tenantData }),
  ...namesOf({ channelBookings, channelSubscriptions }),
  ...inServices({
    audit: "appendEntries listLastEntries listCreated eraseEntries eraseEntriesOf",
    auth:
      "identify listProviders startSingleSignOn finishSingleSignOn createTenant deleteTenant createUser disableUser " +
      "enableUser setUserPassword resetSecondFactor",
    availability:
      "getBlock getSellingFacts listStartTimes quoteDepartures listSellingVersions hasManualDeparture listMissingStarts " +
      "listBlocksAt recordManualDeparture hasActivePeriods",
    bookings:
      "hasLiveBookings settleClaims listClaimHolders examineBookings repairBookings createChannelBooking " +
      "findChannelBooking followCallOff findFeedSupplier findCalendarFeed getCalendar",
    catalog:
      "listSellable initCurrency getOptionFacts listOptionIds listOptionVersions getProductFacts findPhotoSupplier " +
      "findPublicPhoto readPublicPhotoChunk",
    resourcesCapacity:
      "getRuns setRuns dropRequirements claimCapacity claimAnew checkDemand confirmClaims extendClaims checkClaim " +
      "checkClaims releaseClaims attachClaims listVacancies examineLedger examineCapacity repairCapacity",
    sync: "eraseEvents eraseEventsOf hasBookingUpdates listListeners acceptChanges",
    webhooks: "eraseDeliveries listListeners acceptChanges acceptUpdate",
  }),
]);

function inServices(actions: Readonly<Record<string, string>>): string[] {
  return Object.entries(actions).flatMap(([service, names]) =>
    names.split(" ").map((name) => `${service}.${name}`),
  );
}

const routed = routes.flatMap(({ contract, composed, raw, pages, changes }) => [
  ...(composed?.of ?? raw?.of ?? pages?.of ?? [contract]),
  ...(changes ? [changes] : []),
]);
/** A body says what is asked for, and nothing changes. */
const priceQuote = "/options/{id}/pricing-periods/quote";
const readsByPost = [
  "POST /bookings/quote",
  "POST /orders/quote",
  "POST /bookings/{id}/cancel/quote",
  "POST /options/{id}/availability-periods/quote",
  `POST ${priceQuote}`,
];
const isReading = ({ method, path }: Route) =>
  method === "GET" || readsByPost.includes(`${method} ${path}`);
const heads = routes.map(({ method, path }) => `${method} ${path}`);

describe("the routes", () => {
  it("reach every action that is not internal, and no internal one", () => {
    const routedNames = new Set(routed.map(({ name }) => name));
    const open = new Set(namesOf(contracts)).difference(internal);
    expect([...routedNames].toSorted()).toEqual([...open].toSorted());
  });

  it("are all different", () => {
    expect(new Set(heads).size).toBe(heads.length);
  });

  it("need a scope that can be granted; only the caller's own affairs need none", () => {
    const unscoped = routes
      .filter(({ scope }) => scope === null)
      .map((route) => `${route.method} ${route.path}`);
    expect(unscoped).toEqual([
      "GET /me",
      "POST /sessions",
      "DELETE /sessions/current",
      "POST /users/setup",
      "PUT /users/me/password",
      "POST /users/me/second-factor",
      "POST /users/me/second-factor/confirm",
      "POST /users/me/second-factor/remove",
      "GET /users/me/sessions",
      "DELETE /users/me/sessions/{id}",
    ]);
    const scopes = routes.flatMap(({ scope }) => scope ?? []);
    expect(grantableScopes).toEqual(expect.arrayContaining(scopes));
  });

  it("need a write scope exactly where they change something, quote prices or answer a secret", () => {
    // A feed shows what its maker may read.
    const isOfFeed = ({ path }: Route): boolean => path.startsWith("/calendar-feeds");
    for (const route of routes.filter((each) => each.scope !== null && !isOfFeed(each))) {
      const isSecret = route.path.endsWith("/secret");
      const changes = !isReading(route) || route.path === priceQuote || isSecret;
      expect(`${route.method} ${route.path} ${route.scope?.split(":")[1]}`).toBe(
        `${route.method} ${route.path} ${changes ? "write" : "read"}`,
      );
    }
  });

  it("read with GET and change with everything else, but for a quote", () => {
    const wrong = routes.filter((route) => (route.contract.kind === "read") !== isReading(route));
    expect(wrong).toEqual([]);
  });

  it("have a place in their contract for every field of their path", () => {
    const missing = routes.flatMap(({ contract, path }) => {
      const fields = Object.keys((contract.input as z.ZodObject).shape);
      return pathFields(path).filter((name) => !fields.includes(name));
    });
    expect(missing).toEqual([]);
  });

  it("are never shadowed by one before them whose parameter stands where they have a word", () => {
    const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    const paths = [...new Set(routes.map(({ path }) => path))];
    const shadowed = paths.filter((path, at) =>
      paths.slice(0, at).some((before) => pattern(before).test(path)),
    );
    expect(shadowed).toEqual([]);
  });

  it("are described, each under a name of its own, with the status of its success", () => {
    const { paths = {} } = openApiDocument();
    const described = routes.map(
      (route) => paths[route.path]?.[route.method.toLowerCase() as "get"],
    );
    expect(new Set(described.map((operation) => operation?.operationId)).size).toBe(routes.length);
    const undone = routes.filter(
      ({ status }, index) => !described[index]?.responses?.[`${status}`],
    );
    expect(undone).toEqual([]);
    const withBody = routes.filter((_row, index) => described[index]?.requestBody);
    expect(withBody.filter((route) => inputPlace(route) === "query")).toEqual([]);
  });
});

/** By class: `/api/v1`, then `/octo`. */
const classed = Map.groupBy(
  [...routes, ...octoRoutes.map((route) => ({ ...route, path: `octo${route.path}` }))],
  (route) => routeClassOf({ ...route, path: route.path.replace(/^octo/, "") }),
);
const headsOf = (name: string) =>
  [...classed].flatMap(([key, found]) => (key === name ? found : [])).map(headOf);
const headOf = ({ method, path }: Route) => `${method} ${path}`;

describe("the class of an operation", () => {
  it("is sale where a customer waits for a booking", () => {
    expect(headsOf("sale")).toEqual([
      "POST /bookings",
      "POST /bookings/quote",
      "PATCH /bookings/{id}",
      "PUT /bookings/{id}/details",
      "POST /bookings/{id}/extend",
      "POST /bookings/{id}/confirm",
      "POST /bookings/{id}/approve",
      "POST /bookings/{id}/reject",
      "POST /bookings/{id}/cancel",
      "POST /bookings/{id}/cancel/quote",
      "POST /bookings/{id}/redeem",
      "POST /bookings/{id}/unredeem",
      "POST /tickets/redeem",
      "POST /orders",
      "POST /orders/quote",
      "PATCH /orders/{id}",
      "POST /orders/{id}/extend",
      "POST /orders/{id}/confirm",
      "POST /orders/{id}/cancel",
      "POST octo/bookings",
      "PATCH octo/bookings/{uuid}",
      "POST octo/bookings/{uuid}/confirm",
      "POST octo/bookings/{uuid}/extend",
      "POST octo/bookings/{uuid}/cancel",
    ]);
  });

  it("is read for one record, which a path with an id names, but for these", () => {
    const others = headsOf("read").filter((head) => !/^GET .*(Id|id)\}$/.test(head));
    expect(others).toEqual([
      "GET /me",
      "POST /options/{id}/availability-periods/quote",
      "GET /options/{id}/charges",
      "POST /options/{id}/pricing-periods/quote",
      "GET /webhooks/subscriptions/{id}/secret",
      "GET /channels/{id}/secret",
      "GET octo/supplier",
    ]);
  });

  it("is list for several records, however they come", () => {
    const found = headsOf("list");
    expect(found.filter((head) => /\/\{\w+\}$/.test(head))).toEqual([]);
    expect(found).toEqual(
      expect.arrayContaining([
        "GET /availability",
        "GET /bookings",
        "GET /users",
        "GET /audit-logs/pages",
        "POST octo/availability",
        "GET octo/products",
      ]),
    );
  });

  it("is admin for every other change, and file for what has many bytes", () => {
    const changes = [...(classed.get("admin") ?? [])];
    expect(changes.filter(({ contract }) => contract.kind !== "mutation")).toEqual([]);
    expect(headsOf("admin").filter((head) => head.includes("/bookings"))).toEqual([]);
    expect(headsOf("file")).toEqual([
      "POST /products/{id}/photos",
      "PUT /products/{id}/photos/{photoId}",
      "GET /products/{id}/photos/{photoId}/content",
      "GET /events",
    ]);
  });

  it("is none of health's", () => {
    expect([...classed.keys()].toSorted()).toEqual(["admin", "file", "list", "read", "sale"]);
  });
});

it("answers these without compression, because they have a secret", () => {
  expect(routes.filter(hasSecret).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /sessions",
    "POST /api-keys",
    "POST /users",
    "POST /users/setup",
    "PUT /users/me/password",
    "POST /users/me/second-factor",
    "POST /users/me/second-factor/confirm",
    "POST /users/me/second-factor/remove",
    "POST /calendar-feeds",
    "POST /calendar-feeds/{id}/rotate",
    "POST /webhooks/subscriptions",
    "PATCH /webhooks/subscriptions/{id}",
    "GET /webhooks/subscriptions/{id}/secret",
    "POST /webhooks/subscriptions/{id}/secret/rotate",
    "GET /channels/{id}/secret",
    "POST /channels/{id}/secret/rotate",
    "POST /channels/{id}/keys",
  ]);
});
