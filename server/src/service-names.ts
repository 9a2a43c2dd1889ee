/** The services, by the names that nodes have in their settings. */
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

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Services are named in kebab-case; on the bus their contracts' prefix is camelCase. */
export function busName<Name extends ServiceName>(name: Name): CamelCase<Name> {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;
}
