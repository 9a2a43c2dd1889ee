import { type Request, refuse } from "@slipway/broker";
import type { Caller, InputOf, OutputOf, auth } from "@slipway/contracts";
import { setupLifetimeMs } from "../constants.ts";
import { isGrantable } from "../record/api-key.ts";
import type { SessionDeps } from "../session/deps.ts";
import { newSetupToken, tokenHash } from "../session/issue-token.ts";
import { callingSession } from "../record/session.ts";
import { type Setup, type User, userRecord } from "../record/user.ts";
import { insertUser } from "./insert-user.ts";
import { writeUser } from "./write-user.ts";

type InviteUserInput = InputOf<typeof auth.inviteUser>;

/**
 * Makes a user of the caller's tenant, whose setup token is answered here and never again. Repeated
 * while the user can do nothing yet, it replaces name, scopes and token. Refuses SESSION_REQUIRED,
 * SCOPE_ESCALATION, REFERENCE_TAKEN and QUOTA_EXCEEDED.
 */
export async function inviteUser(
  deps: SessionDeps,
  request: Request,
  input: InviteUserInput,
): Promise<OutputOf<typeof auth.inviteUser>> {
  const { caller } = request;
  if (!callingSession(caller)) throw refuse("SESSION_REQUIRED");
  const scopes = [...new Set(input.scopes)];
  if (!isGrantable(caller, { scopes })) throw refuse("SCOPE_ESCALATION");
  const setupToken = newSetupToken();
  const expiresAt = new Date(deps.clock() + setupLifetimeMs);
  const invitation = { ...input, scopes, setup: { tokenHash: tokenHash(setupToken), expiresAt } };
  const known = await deps.users.findByEmail(input.email);
  const isOurs = known?.tenantId === caller.tenantId;
  const user = isOurs
    ? await inviteAgain(deps, request, known.id, invitation)
    : await invite(deps, caller, invitation);
  return { ...userRecord(user), setupToken };
}

type Invitation = InviteUserInput & { readonly setup: Setup };

async function invite(deps: SessionDeps, caller: Caller, invitation: Invitation): Promise<User> {
  const { email, name, scopes, setup } = invitation;
  const user = await deps.config.userQuota.within(
    caller.tenantId,
    (limit) => deps.users.count(caller.tenantId, limit),
    () => insertUser(deps, caller, { email, name, scopes, setup }),
  );
  if (!user) throw emailTaken();
  return user;
}

/**
 * A user who has neither password nor identity can do nothing yet: what the invitation before has granted is taken back. Nobody takes over
 * the invitation of a user with more scopes, whose name others trust.
 */
function inviteAgain(
  deps: SessionDeps,
  request: Request,
  id: string,
  { name, scopes, setup }: Invitation,
): Promise<User> {
  return writeUser(deps, request, id, {
    decide(invited) {
      // A user whom an identity provider knows needs no password: the inviter would set one, and be let in as that user.
      if (invited.passwordChangedAt !== null || invited.identity !== null) throw emailTaken();
      if (!isGrantable(request.caller, invited)) throw refuse("SCOPE_ESCALATION");
      return { name, scopes, setup, disabledAt: null };
    },
    endsSessions: false,
  });
}

function emailTaken(): Error {
  return refuse("REFERENCE_TAKEN", { detail: "A user with this e-mail exists." });
}
