/** From the answer that makes a record to the operations on it. */
import type { z } from "zod";
import { type Route, operationIdOf, pathFields, routes } from "@slipway/gateway/documented";

interface Link {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Paths below which records are found that are made below another one. */
const recordPaths: Readonly<Record<string, string>> = {
  "/channels/{id}/events": "/channel-events/{id}",
  "/products/{id}/options": "/options/{id}",
  "/options/{id}/units": "/units/{id}",
};

/** The links of a success; none where it makes no record that a path names. */
export function linksOf({ method, path, contract }: Route): Record<string, Link> {
  const { shape = {} } = contract.output as Partial<z.ZodObject>;
  if (method !== "POST" || !("id" in shape)) return {};
  const recordPath = recordPaths[path] ?? `${path}/{id}`;
  const further = routes.filter(
    (route) =>
      pathFields(route.path).length === 1 &&
      (route.path === recordPath || route.path.startsWith(`${recordPath}/`)),
  );
  return Object.fromEntries(further.map((route) => [operationIdOf(route), linkTo(route)]));
}

function linkTo(route: Route): Link {
  return {
    operationId: operationIdOf(route),
    description: `${route.summary}.`,
    parameters: { id: "$response.body#/id" },
  };
}
