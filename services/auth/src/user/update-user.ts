import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { SessionDeps } from "../session/deps.ts";
import { callingSession } from "../record/session.ts";
import { decideUpdate, isOpen, userRecord } from "../record/user.ts";
import { writeUser } from "./write-user.ts";

/**
 * Changes a user of the caller's tenant. Every gateway has dropped ended sessions and old scopes before
 * this answers. Repeated, it changes nothing. Refuses SESSION_REQUIRED, NOT_FOUND, SCOPE_ESCALATION, LAST_OWNER, and
 * INVALID_STATE where one's own second factor is to go.
 */
export async function updateUser(
  deps: SessionDeps,
  request: Request,
  { id, ...asked }: InputOf<typeof auth.updateUser>,
): Promise<OutputOf<typeof auth.updateUser>> {
  const { caller } = request;
  const calling = callingSession(caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  if (asked.secondFactor === false && id === calling.userId)
    throw refuse("INVALID_STATE", {
      detail: "One's own second factor is removed with the password",
    });
  let isEnabled = false;
  const user = await writeUser(deps, request, id, {
    decide(before, now) {
      const decided = decideUpdate(before, asked, caller, now);
      if (decided === "SCOPE_ESCALATION") throw refuse(decided);
      isEnabled = !isOpen(before) && decided?.disabledAt === null;
      return decided;
    },
    endsSessions: asked.disabled === true || asked.secondFactor === false,
    keepsOwner: true,
  });
  if (asked.scopes) await invalidateCaches(deps.broker, request, [id]);
  // An account that was waiting after failures begins anew.
  if (isEnabled) await deps.failures.clear(id);
  return userRecord(user);
}
