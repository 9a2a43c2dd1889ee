const areas = {
  suppliers: ["read", "write"],
  catalog: ["read", "write"],
  resources: ["read", "write"],
  availability: ["read"],
  bookings: ["read", "write"],
  tickets: ["write"],
  "api-keys": ["read", "write"],
  sync: ["read", "write"],
  audit: ["read"],
  // For sessions alone: a key may hold these scopes, but they let it do nothing.
  users: ["read", "write"],
} as const;

/** Every scope that can be granted: `*`, `<area>:*` and `<area>:<verb>`. */
export const grantableScopes: readonly string[] = [
  "*",
  ...Object.entries(areas).flatMap(([area, verbs]) => [
    `${area}:*`,
    ...verbs.map((verb) => `${area}:${verb}`),
  ]),
];

/** Scopes that are a part of another one: what may change bookings may redeem their tickets. */
const wider: Readonly<Record<string, string>> = {
  "tickets:write": "bookings:write",
  "tickets:*": "bookings:write",
};

/** Whether the scopes held cover the one asked for. `*` asked for needs `*`, `area:*` needs either. */
export function covers(held: readonly string[], asked: string): boolean {
  if (held.includes("*") || held.includes(asked)) return true;
  const area = asked.split(":", 1)[0] ?? "";
  if (asked !== "*" && held.includes(`${area}:*`)) return true;
  const whole = wider[asked];
  return whole !== undefined && covers(held, whole);
}
