import type { SessionDeps } from "./deps.ts";
import type { Session } from "../record/session.ts";
import { type Duty, type User, dutyOf } from "../record/user.ts";

/**
 * The duty of a user, to be done before sessions may do anything else. Reads the tenant where its rule decides. A user
 * whom an identity provider let in has none: the provider is responsible for password and second factor.
 */
export async function findDuty(
  { tenants }: Pick<SessionDeps, "tenants">,
  user: User,
  { provider }: Pick<Session, "provider">,
): Promise<Duty> {
  if (provider !== undefined) return null;
  const own = dutyOf(user, false);
  if (own !== null || user.secondFactorAt !== null) return own;
  const tenant = await tenants.get(user.tenantId, user.tenantId);
  return dutyOf(user, tenant?.secondFactorRequired ?? false);
}
