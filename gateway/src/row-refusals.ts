import { type RefusalCode, refusals } from "@slipway/contracts";
import { type Row, bodyUse, clientFields, pathFields } from "./route.ts";

/** Every way a row may say no, by status and then as the catalogue has them. */
export function rowRefusals(row: Row): RefusalCode[] {
  const codes = new Set<RefusalCode>([
    ...(row.open ? [] : (["UNAUTHENTICATED", "RATE_LIMITED"] as const)),
    ...(row.scope === null ? [] : (["INSUFFICIENT_SCOPE"] as const)),
    ...(row.open || row.method === "GET" ? [] : (["CSRF_REJECTED"] as const)),
    "INTERNAL",
    "OVERLOADED",
    ...workRefusals(row),
  ]);
  return Object.keys(refusals).filter((code): code is RefusalCode =>
    codes.has(code as RefusalCode),
  );
}

function workRefusals(row: Row): readonly RefusalCode[] {
  const { contract } = row;
  return [
    ...(Object.keys(clientFields(row)).length > 0 ? (["VALIDATION_FAILED"] as const) : []),
    ...(bodyUse(row) === "none" ? [] : bodyRefusals),
    ...(pathFields(row.path).length > 0 ? (["NOT_FOUND"] as const) : []),
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
