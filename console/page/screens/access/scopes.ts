/** Scopes of a user or a key in words, and the roles that are names for some of them. Pure. */
import { fill } from "../../texts/fill.ts";
import type { Texts } from "../../texts/en.ts";

export const areas = {
  suppliers: ["read", "write"],
  catalog: ["read", "write"],
  resources: ["read", "write"],
  availability: ["read"],
  bookings: ["read", "write"],
  tickets: ["write"],
  "api-keys": ["read", "write"],
  sync: ["read", "write"],
  audit: ["read"],
  users: ["read", "write"],
} as const satisfies Readonly<Record<string, readonly ("read" | "write")[]>>;

type Area = keyof typeof areas;

interface SingleScope {
  readonly area: Area;
  readonly verb: "read" | "write";
  readonly scope: string;
}

/** Each that says one thing; `*` and `<area>:*` say several. */
export const singleScopes: readonly SingleScope[] = (Object.keys(areas) as Area[]).flatMap((area) =>
  areas[area].map((verb) => ({ area, verb, scope: `${area}:${verb}` })),
);

const sellerReads = ["availability:read", "catalog:read", "suppliers:read", "resources:read"];

/** From the one that may do most. */
export const roles = {
  owner: ["*"],
  manager: Object.keys(areas)
    // Check-in is a part of what changes bookings.
    .filter((area) => area !== "api-keys" && area !== "tickets")
    .map((area) => `${area}:*`),
  seller: ["bookings:*", ...sellerReads],
  guide: ["bookings:read", ...sellerReads],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Scopes of a seller, one for each thing. */
export const sellerScopes = singlesOf(roles.seller);

export type Role = keyof typeof roles;

/** The role that may do just the same; undefined: none. */
export function roleOf(scopes: readonly string[]): Role | undefined {
  const wanted = singlesOf(scopes).join(" ");
  const isAll = scopes.includes("*");
  return (Object.keys(roles) as Role[]).find(
    (role) => (role === "owner") === isAll && singlesOf(roles[role]).join(" ") === wanted,
  );
}

/** The same scopes, one for each thing that they allow. */
export function singlesOf(scopes: readonly string[]): string[] {
  return singleScopes
    .filter(({ area, scope }) => ["*", `${area}:*`, scope].some((each) => scopes.includes(each)))
    .map(({ scope }) => scope);
}

/** With one scope more or less. Those that only a later release knows stay. */
export function withScope(scopes: readonly string[], scope: string, isHeld: boolean): string[] {
  const unknown = scopes.filter((each) => singlesOf([each]).length === 0);
  const others = singlesOf(scopes).filter((each) => each !== scope);
  return [...unknown, ...others, ...(isHeld ? [scope] : [])];
}

/** "Bookings: read and change", one for each area; who may do everything has one text. */
export function scopeWords(
  scopes: readonly string[],
  words: Pick<Texts["access"], "areas" | "everything" | "scope">,
): string[] {
  if (scopes.includes("*")) return [words.everything];
  const held = new Set(singlesOf(scopes));
  return (Object.keys(areas) as Area[]).flatMap((area) => {
    const verbs = areas[area].filter((verb) => held.has(`${area}:${verb}`));
    const [verb] = verbs;
    if (verb === undefined) return [];
    const form = verbs.length > 1 ? "both" : verb;
    return fill(words.scope[form], { area: words.areas[area] });
  });
}
