import { refuse } from "@slipway/broker";
import type { Caller } from "@slipway/contracts";
import type { SessionDeps } from "./deps.ts";
import { isPassword } from "../record/hash-password.ts";
import { type Proof, boundTo } from "../record/second-factor.ts";
import { type UserWithSecret, isOpen } from "../record/user.ts";
import { verifyCode } from "../record/verify-code.ts";
import { counterOf } from "./failure-store.ts";
import { type Attempt, recordAttempt } from "./record-attempt.ts";
import { mustWait } from "./throttle.ts";

/** "PASSWORD": no second factor was asked for. */
type UserProof = Proof | "PASSWORD";

interface Shown extends Attempt {
  readonly user: UserWithSecret | null;
  readonly password: string;
  readonly code: string | undefined;
  /** False: the password alone is enough. Unless given, a user who has a second factor needs its code. */
  readonly needsCode?: boolean;
}

/**
 * The proof that this is the user, and uses up its code; null: something is wrong, or the account waits. Counts the
 * attempt. Refuses SECOND_FACTOR_REQUIRED a right password without its code.
 */
export async function verifyUser(
  deps: SessionDeps,
  caller: Caller,
  { password, code, needsCode = true, ...attempt }: Shown,
): Promise<UserProof | null> {
  const known = await withPassword(attempt.user, password);
  if (known?.secondFactor && code === undefined && !(await waits(deps, attempt))) {
    // It counts neither as a failure nor as a success: a right password alone must not forgive wrong codes, or its thief could guess on.
    if (needsCode) throw refuse("SECOND_FACTOR_REQUIRED");
    return "PASSWORD";
  }
  const proof = known && proofOf(deps, known, code);
  const isCounted = await recordAttempt(deps, caller, attempt, proof !== null);
  return isCounted && known && proof && (await spend(deps, known, proof)) ? proof : null;
}

/** The fields of a log line that say by which second factor a user was let in. */
export function factorLogged(proof: UserProof | null): { secondFactor?: Proof["by"] } {
  return proof === null || proof === "PASSWORD" ? {} : { secondFactor: proof.by };
}

/** The user where the password is right; one that is nobody's takes as long. */
async function withPassword(
  found: UserWithSecret | null,
  password: string,
): Promise<UserWithSecret | null> {
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  return isRight && found && isOpen(found) ? found : null;
}

async function waits(
  { failures, clock }: SessionDeps,
  { account, device }: Attempt,
): Promise<boolean> {
  return mustWait(await failures.get(counterOf(account, device)), clock());
}

/** Null: the code is wrong. */
function proofOf(
  { factorSealer, clock, warn }: SessionDeps,
  { id, secondFactor: factor }: UserWithSecret,
  code = "",
): UserProof | null {
  if (!factor) return "PASSWORD";
  const openSecret = (): string | null => {
    try {
      return factorSealer.open(factor.sealed, boundTo(id));
    } catch (error) {
      warn(`the second factor of ${id} cannot be opened: ${String(error)}`);
      return null;
    }
  };
  return verifyCode(factor, openSecret, { code, now: clock() });
}

/** False: the code was used meanwhile. What an earlier pepper has sealed is sealed anew. */
async function spend(
  { users, factorSealer }: SessionDeps,
  user: UserWithSecret,
  proof: UserProof,
): Promise<boolean> {
  if (proof === "PASSWORD") return true;
  const { sealed = "" } = user.secondFactor ?? {};
  const isOld = proof.by === "APP" && !sealed.startsWith(`${factorSealer.keyName}.`);
  const owner = boundTo(user.id);
  const anew = isOld ? factorSealer.seal(factorSealer.open(sealed, owner), owner) : undefined;
  return users.spendProof(user, proof, anew);
}
