import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { Secret } from "otpauth";
import { renderSVG } from "uqr";
import type { UserDeps } from "../user/deps.ts";
import { confirmPassword } from "../user/confirm-password.ts";
import { boundTo } from "../record/second-factor.ts";
import { appOf } from "../record/verify-code.ts";

/** As long as SHA-1's output, which RFC 4226 recommends. */
const secretBytes = 20;

/**
 * Makes a secret for an authenticator app, which a code must confirm. Repeated, it makes another one; what was
 * confirmed before stays until then. Refuses SESSION_REQUIRED, WRONG_PASSWORD and OVERLOADED.
 */
export async function addSecondFactor(
  deps: UserDeps,
  request: Request,
  { current, address }: InputOf<typeof auth.addSecondFactor>,
): Promise<OutputOf<typeof auth.addSecondFactor>> {
  const user = await confirmPassword(deps, request, { current, address }, "second factor change");
  const secret = new Secret({ size: secretBytes }).base32;
  const pendingFactor = deps.factorSealer.seal(secret, boundTo(user.id));
  await deps.users.keepPendingFactor(user, pendingFactor);
  const uri = appOf(secret, user.email).toString();
  return {
    appSecret: secret,
    uri,
    qrCode: `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`,
  };
}
