import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { invalidateCaches } from "@slipway/reference-cache";
import type { SessionDeps } from "../session/deps.ts";
import { callingSession } from "../record/session.ts";
import { tenantRecord } from "../tenant/tenant.ts";

/**
 * Sets whether the tenant's users need a second factor. Once this answers, a session of a user without one may do nothing
 * but add it. Repeated, it changes nothing. Refuses SESSION_REQUIRED.
 */
export async function setSecondFactorRule(
  { broker, tenants, clock }: SessionDeps,
  request: Request,
  { required }: InputOf<typeof auth.setSecondFactorRule>,
): Promise<OutputOf<typeof auth.setSecondFactorRule>> {
  const { caller } = request;
  if (!callingSession(caller)) throw refuse("SESSION_REQUIRED");
  const { tenantId } = caller;
  const now = clock();
  await tenants.change(tenantId, tenantId, now, (tenant) => {
    if ((tenant.secondFactorRequired ?? false) === required) return null;
    const set = { secondFactorRequired: required };
    const event = eventOf(caller, now, {
      type: "tenant.updated",
      entityId: tenantId,
      before: tenantRecord(tenant),
      after: tenantRecord({ ...tenant, ...set, updatedAt: new Date(now) }),
    });
    return { set, event };
  });
  await invalidateCaches(broker, request, [tenantId]);
  return { required };
}
