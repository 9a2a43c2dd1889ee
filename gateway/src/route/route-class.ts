/** The class of an operation: what its clients expect of its speed. docs/operations.md has the objective of each. */
import type { Action } from "@slipway/contracts";
import type { Route } from "./route.ts";

/**
 * - `sale`: makes, changes or quotes a booking, or checks its tickets in, while a customer waits.
 * - `read`: one record.
 * - `list`: several records, availability among them.
 * - `admin`: every other change, and log-ins.
 * - `file`: photos, pages and documents. Their size and the client's line decide, so it has no objective.
 * - `probe`: health.
 */
export type RouteClass = "sale" | "read" | "list" | "admin" | "file" | "probe";

/** The class of a row of the tables of `/api/v1` and `/octo`. */
export function routeClassOf(route: Route): RouteClass {
  const { contract, path, raw, deadlineMs } = route;
  // More time than usual is for a body of many megabytes.
  if (raw || deadlineMs !== undefined) return "file";
  const isChange = contract.kind === "mutation";
  // At the gate a queue waits for each ticket.
  if (path.startsWith("/tickets")) return "sale";
  if (/^\/(bookings|orders)\b/.test(path) && (isChange || path.endsWith("/quote"))) return "sale";
  if (isChange) return "admin";
  return isList(route) ? "list" : "read";
}

function isList({ paged, pages, contract }: Route): boolean {
  return paged !== undefined || pages !== undefined || isOfSeveral(contract);
}

/** Whether it answers an array, or a page of one. */
function isOfSeveral({ output }: Action): boolean {
  return output.type === "array" || "items" in ((output as { shape?: object }).shape ?? {});
}
