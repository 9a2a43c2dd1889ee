import { type Request, isLate, refuse } from "@slipway/broker";
import { type Caller, type InputOf, type OutputOf, type auth, isToken } from "@slipway/contracts";
import type { SessionDeps } from "../session/deps.ts";
import { tokenHash } from "../session/issue-token.ts";
import { tooManyLogIns } from "../session/log-in-queue.ts";
import { hashPassword } from "../record/hash-password.ts";
import { type User, canSetUp, newPassword, userRecord } from "../record/user.ts";
import { writeUser } from "./write-user.ts";

/**
 * Sets the first password of the user whom a setup token was made for. Waits its turn among log-ins, by
 * address. Refuses OVERLOADED, and UNAUTHENTICATED, whatever is wrong with the token or its user.
 */
export async function setUpUser(
  deps: SessionDeps,
  request: Request,
  { setupToken, password, address }: InputOf<typeof auth.setUpUser>,
): Promise<OutputOf<typeof auth.setUpUser>> {
  const hash = tokenHash(setupToken);
  const user = await deps.logIns.run({ group: "others", by: address }, async () => {
    if (isLate(request)) throw tooManyLogIns();
    const invited = isToken("setup", setupToken) ? await deps.users.findBySetup(hash) : null;
    const isGood = invited !== null && canSetUp(invited, hash, new Date(deps.clock()));
    deps.log("info", "user set-up", {
      outcome: isGood ? "ACCEPTED" : "UNAUTHENTICATED",
      ...(invited ? { account: invited.id, tenantId: invited.tenantId } : {}),
      address,
      requestId: request.caller.requestId,
    });
    if (!isGood) throw refuse("UNAUTHENTICATED");
    return setUp(
      deps,
      { ...request, caller: callerOf(invited, request) },
      {
        invited,
        hash,
        passwordHash: await hashPassword(password),
      },
    );
  });
  return userRecord(user);
}

/** The version that was read decides between two uses of a token: the later one finds a password. */
function setUp(
  deps: SessionDeps,
  request: Request,
  { invited, hash, passwordHash }: { invited: User; hash: string; passwordHash: string },
): Promise<User> {
  return writeUser(deps, request, invited.id, {
    decide(user, now) {
      if (!canSetUp(user, hash, now)) throw refuse("UNAUTHENTICATED");
      return { ...newPassword(passwordHash, now), setup: null };
    },
    endsSessions: false,
  });
}

/** The change is the user's own. */
function callerOf({ tenantId, id, scopes }: User, { caller }: Request): Caller {
  return { ...caller, tenantId, actorType: "USER", actorId: id, scopes: [...scopes] };
}
