import { type BusPart, callsOf, operatorRole, roleFor } from "@slipway/contracts";
import { type ServiceName, busName } from "../service-names.ts";

export type Part = ServiceName | "gateway";

/** The role of a process on the bus: its NATS user may do what its parts do, and its id begins with it. */
export function roleOfParts(parts: readonly Part[]): string {
  return roleFor(parts.map((part) => busPartOf(part)));
}

function busPartOf(part: Part | typeof operatorRole): BusPart {
  return part === "gateway" || part === operatorRole ? part : busName(part);
}

/** The actions that such a process calls on others. */
export async function actionsCalledBy(
  parts: readonly (Part | typeof operatorRole)[],
): Promise<string[]> {
  const called = new Set<string>();
  for (const part of parts) {
    const bus = busPartOf(part);
    const actions =
      bus === "gateway"
        ? (await import("@slipway/gateway/called-actions")).calledActions
        : callsOf[bus].map(({ name }) => name);
    for (const action of actions) called.add(action);
  }
  return [...called];
}
