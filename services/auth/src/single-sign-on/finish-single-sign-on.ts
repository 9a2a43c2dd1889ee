import { type Request, refuse, refusalOf } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { SingleSignOnDeps } from "./deps.ts";
import { startSession } from "../session/start-session.ts";
import { type User, isOpen, withoutPassword } from "../record/user.ts";
import { insertUser } from "../user/insert-user.ts";
import { writeUser } from "../user/write-user.ts";
import type { PendingSignOn } from "./oidc-client.ts";
import {
  type Person,
  type Provider,
  isOfDomain,
  mappedScopes,
  personOf,
} from "../record/provider.ts";
import { stateOwner } from "./start-single-sign-on.ts";

/**
 * Begins a session of the user whom a provider has vouched for; every code is good once. A person of the tenant's domain
 * becomes a user, an invited one is known from then on by the provider's own id, and the map of groups sets the scopes. Refuses
 * UNAUTHENTICATED, whatever is wrong.
 */
export async function finishSingleSignOn(
  deps: SingleSignOnDeps,
  request: Request,
  { provider: id, state, query, address }: InputOf<typeof auth.finishSingleSignOn>,
): Promise<OutputOf<typeof auth.finishSingleSignOn>> {
  const { caller } = request;
  const provider = deps.config.providers.find((each) => each.id === id);
  const begun = provider && begunOf(deps, state, id);
  const person = begun && (await vouchedFor(deps, provider, { begun, query }));
  const found = person ? await admit(deps, request, provider, person).catch(reasonOf) : "NO_PERSON";
  const user = typeof found === "string" ? null : found;
  deps.log("info", "log-in", {
    outcome: user ? "ACCEPTED" : "UNAUTHENTICATED",
    provider: id,
    ...(user ? { account: user.id, tenantId: user.tenantId } : { reason: found }),
    address,
    requestId: caller.requestId,
  });
  if (!user) throw refuse("UNAUTHENTICATED");
  return startSession(deps, caller, user, id);
}

/** Opens the log-in state that the browser kept; null unless we sealed it for this provider and it has not expired. */
function begunOf(
  { factorSealer, clock }: SingleSignOnDeps,
  state: string,
  provider: string,
): PendingSignOn | null {
  try {
    const begun = JSON.parse(factorSealer.open(state, stateOwner)) as PendingSignOn;
    return begun.provider === provider && clock() < begun.expiresAt ? begun : null;
  } catch {
    return null;
  }
}

async function vouchedFor(
  { oidc, warn }: SingleSignOnDeps,
  provider: Provider,
  { begun, query }: { readonly begun: PendingSignOn; readonly query: string },
): Promise<Person | null> {
  try {
    return personOf(await oidc.claimsOf(provider, begun, query), provider);
  } catch (error) {
    warn(`a log-in by the identity provider ${provider.id} failed: ${String(error)}`);
    return null;
  }
}

/** The user that the person is from now on, or why none. */
async function admit(
  deps: SingleSignOnDeps,
  request: Request,
  provider: Provider,
  person: Person,
): Promise<User | string> {
  const scopes = mappedScopes(provider, person);
  if (scopes?.length === 0) return "NO_GROUP";
  const known =
    (await deps.users.findByIdentity(person.identity)) ??
    (person.email === null ? null : await deps.users.findByEmail(person.email));
  if (!known) return join(deps, request.caller, { provider, person, scopes });
  // Another tenant's user is nobody of this one, whatever the provider says.
  if (known.tenantId !== provider.tenantId) return "OTHER_TENANT";
  if (!isOpen(known)) return "DISABLED";
  if (known.identity !== null && known.identity !== person.identity) return "OTHER_PERSON";
  return update(deps, request, known, { person, scopes });
}

interface Joining {
  readonly provider: Provider;
  readonly person: Person;
  /** Null: the provider has no map. */
  readonly scopes: readonly string[] | null;
}

/** A new user, without a password. Of two log-ins at once the unique e-mail lets one make the user. Refuses QUOTA_EXCEEDED. */
async function join(
  deps: SingleSignOnDeps,
  caller: Caller,
  { provider, person, scopes }: Joining,
): Promise<User | string> {
  const { email, identity } = person;
  if (email === null) return "NO_VERIFIED_EMAIL";
  if (scopes === null || !isOfDomain(provider, email)) return "NOT_INVITED";
  const { tenantId } = provider;
  // Race: a deletion of the tenant that is under way removes this user, too, unless its last pass is over.
  if (!(await deps.tenants.get(tenantId, tenantId))) return "NO_TENANT";
  const made = { email, name: person.name ?? email, scopes, identity };
  const user = await deps.config.userQuota.within(
    tenantId,
    (limit) => deps.users.count(tenantId, limit),
    () => insertUser(deps, { ...caller, tenantId }, made),
  );
  return user ?? "LOST_RACE";
}

/** The map's scopes are the user's from now on, less or more; more of them end a password. Who has logged in needs no setup token. */
async function update(
  deps: SingleSignOnDeps,
  request: Request,
  known: User,
  { person: { identity }, scopes }: Pick<Joining, "person" | "scopes">,
): Promise<User | string> {
  const { tenantId, id } = known;
  const caller: Caller = { ...request.caller, tenantId, actorType: "USER", actorId: id };
  const user = await writeUser(deps, { ...request, caller }, id, {
    decide(now) {
      // Race: another person with this e-mail has been let in since the user was read.
      if (now.identity !== null && now.identity !== identity) throw refuse("UNAUTHENTICATED");
      const isSame = scopes === null || areSame(scopes, now.scopes);
      if (isSame && now.identity === identity && now.setup === null) return null;
      const changed = isSame ? {} : { scopes, ...withoutPassword(now, scopes) };
      return { identity, setup: null, ...changed };
    },
    endsSessions: false,
    keepsOwner: true,
  });
  if (!areSame(user.scopes, known.scopes)) await invalidateCaches(deps.broker, request, [id]);
  return user;
}

/** The code of a refusal, such as QUOTA_EXCEEDED or LAST_OWNER: the log names it, and the browser gets the page of all refusals. */
function reasonOf(error: unknown): string {
  const { code } = refusalOf(error) ?? {};
  if (code === undefined) throw error;
  return code;
}

function areSame(these: readonly string[], those: readonly string[]): boolean {
  return these.length === those.length && these.every((each) => those.includes(each));
}
