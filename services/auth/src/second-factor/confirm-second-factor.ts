import { randomInt } from "node:crypto";
import { type Request, refuse, refuseFields } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { invalidateCaches } from "@slipway/reference-cache";
import type { SessionDeps } from "../session/deps.ts";
import { callingSession } from "../record/session.ts";
import { writeUser } from "../user/write-user.ts";
import { appCode, boundTo } from "../record/second-factor.ts";
import { isSameFactor } from "../record/user.ts";
import { recoveryHash, stepOf } from "../record/verify-code.ts";

const recoveryCodes = 10;
/** Letters and digits that nobody takes for another. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 6;
const groupLength = 4;

/**
 * Makes the secret that was last made for the caller's user the second factor, in place of one before, and answers
 * recovery codes, this once. A thief of the session can guess at few codes only: the secret waits for five, and ten minutes.
 * Refuses SESSION_REQUIRED, INVALID_STATE (no secret waits) and VALIDATION_FAILED (another code).
 */
export async function confirmSecondFactor(
  deps: SessionDeps,
  request: Request,
  { code }: InputOf<typeof auth.confirmSecondFactor>,
): Promise<OutputOf<typeof auth.confirmSecondFactor>> {
  const { caller } = request;
  const calling = callingSession(caller);
  if (!calling) throw refuse("SESSION_REQUIRED");
  const user = await deps.users.get(caller.tenantId, calling.userId);
  const sealed = user?.pendingFactor;
  const now = deps.clock();
  if (!sealed || !(await deps.users.spendGuess(user, sealed, new Date(now)))) throw nothingWaits();
  const secret = deps.factorSealer.open(sealed, boundTo(calling.userId));
  const digits = appCode(code);
  const usedStep = digits === null ? null : stepOf(secret, digits, now);
  if (usedStep === null) throw wrongCode();
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
  const recoveryHashes = codes.map(recoveryHash);
  await writeUser(deps, request, calling.userId, {
    decide(before, confirmedAt) {
      // Race: of two confirmations the first one's factor stays. The secret of the second was made without a code of it.
      if (!isSameFactor(before, user)) throw nothingWaits();
      const secondFactor = { sealed, confirmedAt, usedStep, recoveryHashes };
      return { secondFactor, secondFactorAt: confirmedAt, pendingFactor: null };
    },
    endsSessions: false,
  });
  // The user's duty may have ended with it.
  await invalidateCaches(deps.broker, request, [calling.userId]);
  return { recoveryCodes: codes };
}

function nothingWaits(): Error {
  return refuse("INVALID_STATE", { detail: "No second factor waits for its code" });
}

function wrongCode(): Error {
  const detail = "must be the code that the app shows now";
  return refuseFields([{ in: "body", pointer: "#/code", code: "INVALID_VALUE", detail }]);
}

function newRecoveryCode(): string {
  const group = (): string =>
    Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  return Array.from({ length: groups }, group).join("-");
}
