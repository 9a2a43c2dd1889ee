import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type Proof, type SecondFactor, appCode, isUnused, plainCode } from "./second-factor.ts";

const stepSeconds = 30;
/** Steps before and after the present one whose codes are good: clocks of phones differ. */
const window = 1;

/** The app's settings are the usual ones: many apps know no others. */
export function appOf(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: "Slipway",
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: stepSeconds,
  });
}

/**
 * The proof that a typed code is the user's and unused; null: the code is wrong or used. Changes nothing.
 * @param openSecret of the app; null where its key is gone, while a recovery code is good all the same
 */
export function verifyCode(
  factor: SecondFactor,
  openSecret: () => string | null,
  { code, now }: { readonly code: string; readonly now: number },
): Proof | null {
  const digits = appCode(code);
  const proof = digits === null ? recoveryProof(code) : appProof(openSecret(), digits, now);
  return proof !== null && isUnused(factor, proof) ? proof : null;
}

function appProof(secret: string | null, digits: string, now: number): Proof | null {
  const step = secret === null ? null : stepOf(secret, digits, now);
  return step === null ? null : { by: "APP", step };
}

/** The time step of an app's code; null: it is none of now. */
export function stepOf(secret: string, digits: string, now: number): number | null {
  const delta = appOf(secret).validate({ token: digits, timestamp: now, window });
  return delta === null ? null : Math.floor(now / 1_000 / stepSeconds) + delta;
}

function recoveryProof(code: string): Proof {
  return { by: "RECOVERY_CODE", hash: recoveryHash(code) };
}

/** The stored hash of a recovery code. The code's 119 random bits protect it, so a fast hash is enough. */
export function recoveryHash(code: string): string {
  return createHash("sha256").update(plainCode(code)).digest("base64");
}
