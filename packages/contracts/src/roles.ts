/** Roles of a cluster's nodes: its services, by their names on the bus, the gateway and the command line. */

export const busServices = [
  "auth",
  "catalog",
  "availability",
  "resourcesCapacity",
  "bookings",
  "webhooks",
  "sync",
  "audit",
] as const;

/** The command line, and what makes a first tenant. */
export const operatorRole = "operator";

export type BusPart = (typeof busServices)[number] | "gateway" | typeof operatorRole;

const busParts: readonly string[] = [...busServices, "gateway", operatorRole];

/** The role of a node that runs these: its NATS user and the beginning of its id. */
export function roleFor(parts: readonly BusPart[]): string {
  return busParts.filter((part) => (parts as readonly string[]).includes(part)).join("+");
}

export function partsOfRole(role: string): string[] {
  return role.split("+");
}

/** Whether it names one of our parts. Only tests have nodes of another name: no user of NATS is made for those. */
export function isRole(role: string): boolean {
  return partsOfRole(role).some((part) => busParts.includes(part));
}
