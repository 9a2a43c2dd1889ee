/** A second factor of a user: an authenticator app's secret, and recovery codes for when the app is lost. */

/** What is kept of it. */
export interface SecondFactor {
  /** The app's secret, sealed. */
  readonly sealed: string;
  readonly confirmedAt: Date;
  /** The last time step whose code was used: a code is good once. */
  readonly usedStep: number;
  /** SHA-256 of each recovery code that is not used yet, base64. */
  readonly recoveryHashes: readonly string[];
}

/** What makes a code right, and is used up with it. */
export type Proof =
  | { readonly by: "APP"; readonly step: number }
  | { readonly by: "RECOVERY_CODE"; readonly hash: string };

/** What a sealed secret belongs to: under another user it opens no more. */
export function boundTo(userId: string): string {
  return `second factor of ${userId}`;
}

/** A recovery code as it was made, however it was typed. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Whether it is typed like a code of the app: six digits, perhaps with a space. */
export function appCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** Whether the proof was not used before. */
export function isUnused({ usedStep, recoveryHashes }: SecondFactor, proof: Proof): boolean {
  return proof.by === "APP" ? proof.step > usedStep : recoveryHashes.includes(proof.hash);
}
