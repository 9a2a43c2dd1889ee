import { type ServiceName, serviceNames } from "@slipway/server/service-names";

/** Processes that run the same parts. */
export interface Group {
  /** "gateway" stands for the HTTP interface. */
  readonly parts: readonly (ServiceName | "gateway")[];
  readonly replicas: number;
}

/** Two replicas of each service and two gateways, each a process of its own. */
export const eachTwice: readonly Group[] = [
  ...serviceNames.map((name) => ({ parts: [name], replicas: 2 })),
  { parts: ["gateway"], replicas: 2 },
];

/**
 * Few processes, for a machine that does other things beside. Capacity stands alone to be killed. Services
 * that publish events run apart from services that consume them.
 */
export const fewTwice: readonly Group[] = [
  { parts: ["auth", "catalog", "availability", "bookings"], replicas: 2 },
  { parts: ["webhooks", "sync", "audit"], replicas: 2 },
  { parts: ["resources-capacity"], replicas: 2 },
  { parts: ["gateway"], replicas: 2 },
];

export interface Member {
  /** Such as bookings. */
  readonly group: string;
  /** From 1 on. */
  readonly index: number;
  readonly parts: Group["parts"];
}

export function membersOf(layout: readonly Group[]): Member[] {
  return layout.flatMap(({ parts, replicas }) => {
    const group = parts.length > 2 ? `${parts[0]}-and-more` : parts.join("-");
    return Array.from({ length: replicas }, (_, index) => ({ group, index: index + 1, parts }));
  });
}

/** Such as bookings-2. */
export function nameOf({ group, index }: Pick<Member, "group" | "index">): string {
  return `${group}-${index}`;
}
