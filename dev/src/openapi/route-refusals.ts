import { type RefusalCode, refusals } from "@slipway/contracts";
import {
  type Route,
  bodyUse,
  clientFields,
  pathFields,
  takesOverrides,
} from "@slipway/gateway/documented";

/** Every way a route may say no, by status and then as the catalogue has them. */
export function routeRefusals(route: Route): RefusalCode[] {
  const codes = new Set<RefusalCode>([
    ...(route.open ? [] : (["UNAUTHENTICATED", "RATE_LIMITED"] as const)),
    ...(route.scope === null && route.narrowing !== "tenant"
      ? []
      : (["INSUFFICIENT_SCOPE", "LOGIN_INCOMPLETE"] as const)),
    ...(route.open || route.method === "GET" ? [] : (["CSRF_REJECTED"] as const)),
    "INTERNAL",
    "OVERLOADED",
    ...workRefusals(route),
  ]);
  return Object.keys(refusals).filter((code): code is RefusalCode =>
    codes.has(code as RefusalCode),
  );
}

function workRefusals(route: Route): readonly RefusalCode[] {
  const { contract } = route;
  return [
    // A change refuses an If-Match that it does not compare.
    ...(contract.kind === "mutation" || Object.keys(clientFields(route)).length > 0
      ? (["VALIDATION_FAILED"] as const)
      : []),
    ...(bodyUse(route) === "none" ? [] : bodyRefusals),
    ...(takesOverrides(route) ? (["OVERRIDE_FORBIDDEN"] as const) : []),
    ...(pathFields(route.path).length > 0 ? (["NOT_FOUND"] as const) : []),
    ...(contract.keyed ? (["IDEMPOTENCY_KEY_REUSED"] as const) : []),
    ...contract.refusals,
    "SERVICE_UNAVAILABLE",
    contract.kind === "read" ? "DEADLINE_EXCEEDED" : "OUTCOME_UNKNOWN",
  ];
}

const bodyRefusals = [
  "MALFORMED_JSON",
  "UNSUPPORTED_CONTENT_TYPE",
  "JSON_TOO_COMPLEX",
  "BODY_TOO_LARGE",
] as const;
