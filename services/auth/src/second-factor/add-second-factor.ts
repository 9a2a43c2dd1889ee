import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { Secret } from "otpauth";
import { renderSVG } from "uqr";
import { pendingFactorGuesses, pendingFactorMs } from "../constants.ts";
import type { SessionDeps } from "../session/deps.ts";
import { confirmPassword } from "../user/confirm-password.ts";
import { boundTo } from "../record/second-factor.ts";
import { appOf } from "../record/verify-code.ts";

/** As long as SHA-1's output, which RFC 4226 recommends. */
const secretBytes = 20;

/**
 * Makes a secret for an authenticator app, which a code must confirm. Repeated, it makes another one; what was
 * confirmed before stays until then, and a code of it is used up. Refuses SESSION_REQUIRED, SECOND_FACTOR_REQUIRED,
 * WRONG_PASSWORD, VERSION_CONFLICT (the user has another second factor meanwhile) and OVERLOADED.
 */
export async function addSecondFactor(
  deps: SessionDeps,
  request: Request,
  input: InputOf<typeof auth.addSecondFactor>,
): Promise<OutputOf<typeof auth.addSecondFactor>> {
  const user = await confirmPassword(deps, request, input, "second factor change");
  const secret = new Secret({ size: secretBytes }).base32;
  const pendingFactor = deps.factorSealer.seal(secret, boundTo(user.id));
  const until = new Date(deps.clock() + pendingFactorMs);
  const pendingLimit = { until, guessesLeft: pendingFactorGuesses };
  if (!(await deps.users.keepPendingFactor(user, { pendingFactor, pendingLimit })))
    throw refuse("VERSION_CONFLICT");
  const uri = appOf(secret, user.email).toString();
  return {
    appSecret: secret,
    uri,
    qrCode: `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`,
  };
}
