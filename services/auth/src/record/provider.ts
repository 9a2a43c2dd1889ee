/** An identity provider of one tenant, as the operator sets it, and what it says of a person. */

export interface Provider {
  /** Names it in addresses. */
  readonly id: string;
  /** Its users are this tenant's. */
  readonly tenantId: string;
  /** The name that the log-in shows. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Domains of e-mails whose owners need no invitation. */
  readonly domains: readonly string[];
  /** The claim with the names of groups. */
  readonly claim: string;
  /** Scopes by group; "*" stands for every user. Empty: users keep the scopes of their invitation. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
}

/** Whether the provider that let a session's user in is still one of the tenant. */
export function isProvided(
  { provider, tenantId }: { readonly provider?: string; readonly tenantId: string },
  providers: readonly Provider[],
): boolean {
  return providers.some((each) => each.id === provider && each.tenantId === tenantId);
}

/** The person whom a provider has vouched for. */
export interface Person {
  /** The provider's issuer and its own id of the person: unlike the e-mail, it never becomes another person's. */
  readonly identity: string;
  /** Null: the provider does not say that the e-mail is the person's. */
  readonly email: string | null;
  readonly name: string | undefined;
  readonly groups: readonly string[];
}

/** The person of an ID token's claims. */
export function personOf(claims: Readonly<Record<string, unknown>>, { claim }: Provider): Person {
  const { iss, sub, email, email_verified: isVerified, name } = claims;
  const groups = claims[claim];
  return {
    identity: `${String(iss)} ${String(sub)}`,
    email: typeof email === "string" && isVerified === true ? email : null,
    name: typeof name === "string" && name !== "" ? name : undefined,
    groups: (Array.isArray(groups) ? groups : [groups]).filter((each) => typeof each === "string"),
  };
}

/** The scopes by the map; null: the provider has none. */
export function mappedScopes({ scopes }: Provider, { groups }: Person): string[] | null {
  if (Object.keys(scopes).length === 0) return null;
  return [
    ...new Set(
      ["*", ...groups].flatMap((group) =>
        Object.hasOwn(scopes, group) ? (scopes[group] ?? []) : [],
      ),
    ),
  ];
}

/** Whether the provider's tenant takes everybody of the e-mail's domain. */
export function isOfDomain({ domains }: Provider, email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((each) => each.toLowerCase() === domain);
}
