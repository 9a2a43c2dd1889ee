/** The actions that the gateway calls, by the table of routes: NATS lets it call no other. */
import { auth } from "@slipway/contracts";
import type { Row } from "./route.ts";
import { rows } from "./routes.ts";

/** The action that checks a credential. */
export const identifying = auth.identify.name;

export const calledActions: ReadonlySet<string> = new Set([
  identifying,
  auth.identifyShown.name,
  ...rows.flatMap(contractsOf).map(({ name }) => name),
]);

function contractsOf({ contract, join, stream, changes }: Row): Row["contract"][] {
  const called = join?.of ?? stream?.of ?? [contract];
  return changes ? [...called, changes] : [...called];
}
