/** A second factor of a user: an authenticator app's secret, and recovery codes for when the app is lost. */

export interface SecondFactor {
  /** The app's secret, sealed. */
  readonly sealed: string;
  readonly confirmedAt: Date;
  /** The last time step whose code was used: a code is good once. */
  readonly usedStep: number;
  /** SHA-256 of each recovery code that is not used yet, base64. */
  readonly recoveryHashes: readonly string[];
}

/** How long a secret waits for its code, and for how many codes. */
export interface PendingLimit {
  readonly until: Date;
  readonly guessesLeft: number;
}

/** The proof that a code is right; using the code uses it up. */
export type Proof =
  | { readonly by: "APP"; readonly step: number }
  | { readonly by: "RECOVERY_CODE"; readonly hash: string };

/** The name that a sealed secret is bound to: for another user it does not open. */
export function boundTo(userId: string): string {
  return `second factor of ${userId}`;
}

/** A recovery code as it was made, however it was typed. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** The code of the app in a typed text: six digits, perhaps with spaces; null: it is no such code. */
export function appCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** Whether the proof was not used before. */
export function isUnused({ usedStep, recoveryHashes }: SecondFactor, proof: Proof): boolean {
  return proof.by === "APP" ? proof.step > usedStep : recoveryHashes.includes(proof.hash);
}
