/** The services, by the names under which nodes are told to run them. */
export const serviceNames = [
  "auth",
  "catalog",
  "availability",
  "resources-capacity",
  "bookings",
  "webhooks",
  "sync",
  "audit",
] as const;

export type ServiceName = (typeof serviceNames)[number];
