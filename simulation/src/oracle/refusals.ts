/** Whether a refusal of a question about one booking had a reason. */
import { refusalOf } from "@slipway/broker";
import { Violation } from "../violation.ts";
import type { Departure } from "../fixture.ts";
import type { BookingDocument } from "./records.ts";

/** A question about one booking that is under way. */
export interface Question {
  readonly kind: string;
  readonly id: string;
  readonly statusBefore: string | undefined;
  readonly expiresBefore: Date | null;
  /** The latest time by any process: one may have read the clock anew since it decided. */
  readonly believedBefore: number;
  /** How often the booking had been written. */
  readonly writesBefore: number;
  /** The request's token, if it has one, matched the booking. */
  readonly isByToken: boolean;
  /** The departure of another option to which the booking is to move. */
  readonly target: Departure | undefined;
  /** The block of that departure, if a client had got the answer before the command was sent. */
  readonly block: object | undefined;
  /** The call-off of its departure, if that was answered before the command was sent. */
  readonly calledOff: object | undefined;
}

/** The parts of a command about its booking. */
export interface Asked {
  /** The booking's version, if the command names one. */
  readonly token?: string | undefined;
  /** The departure of another option to which the booking is to move. */
  readonly target?: Departure | undefined;
}

/** A booking moves to no departure whose block was answered before the command, and lasts. */
export function checkUnblocked({ id, block }: Question, lasting: object | undefined): void {
  if (block && block === lasting)
    throw new Violation("facts", `${id} has moved to a departure that was blocked`);
}

/** The violation of an error that is neither a refusal nor an outage. */
export function bugIn(kind: string, error: unknown): Violation | undefined {
  const type = (error as { type?: unknown } | undefined)?.type;
  const isOfTheBus = ["REQUEST_TIMEOUT", "REQUEST_REJECTED", "SERVICE_NOT_AVAILABLE"];
  if (refusalOf(error) || isOfTheBus.includes(String(type))) return undefined;
  return new Violation("I6", `${kind} fails with ${(error as Error)?.stack ?? String(error)}`);
}

/** The states in which each command is allowed. */
const origins: Readonly<Record<string, readonly string[]>> = {
  confirm: ["ON_HOLD"],
  extend: ["ON_HOLD"],
  approve: ["PENDING"],
  cancel: ["ON_HOLD", "PENDING", "CONFIRMED"],
  reject: ["ON_HOLD", "PENDING", "CONFIRMED"],
  replace: ["ON_HOLD", "PENDING", "CONFIRMED"],
  changeOption: ["ON_HOLD", "PENDING", "CONFIRMED"],
};

/** Throws if neither the booking before the command nor the current one explains the refusal. */
export function checkRefusal(
  question: Question,
  { _id, status, expiresAt }: BookingDocument,
  code: string,
  { latest, writes }: { latest: number; writes: number },
): void {
  const { kind, statusBefore, expiresBefore } = question;
  if (code === "VERSION_CONFLICT") return checkConflict(question, writes);
  // A hold may have ended by one clock while it was extended by another.
  const ends = [expiresBefore, expiresAt].flatMap((end) => (end ? [end.getTime()] : []));
  const mayBeOver = Math.min(...ends) <= latest;
  if (kind === "details" && code !== "NOT_FOUND")
    throw new Violation("I6", `details of ${_id} were refused as ${code}`);
  const from = origins[kind] ?? [];
  const was = from.includes(statusBefore ?? "") && from.includes(status);
  if (code === "INVALID_STATE" && was && !mayBeOver && !isUnapproved(question, status))
    throw new Violation("I6", `${kind} of ${_id} in ${status} was refused as INVALID_STATE`);
  if (code === "HOLD_EXPIRED" && !mayBeOver && status === "ON_HOLD")
    throw new Violation("I6", `${kind} of ${_id} was refused as HOLD_EXPIRED before its time`);
  if (code === "NOT_FOUND") throw new Violation("I2", `${_id} was answered once and is not found`);
}

/** A hold of an order is confirmed and extended with it. */
export function isRefusedInOrder(
  { orderId }: BookingDocument,
  { kind }: Question,
  answer: object,
): boolean {
  if (orderId === undefined || !("refusal" in answer)) return false;
  return answer.refusal === "INVALID_STATE" && (kind === "confirm" || kind === "extend");
}

/** A confirmed booking may not move to an option that needs approval. */
function isUnapproved({ statusBefore, target }: Question, status: string): boolean {
  return [statusBefore, status].includes("CONFIRMED") && target?.option.needsApproval === true;
}

function checkConflict({ kind, id, isByToken, writesBefore }: Question, writes: number): void {
  if (isByToken && writes === writesBefore)
    throw new Violation("I6", `${kind} of ${id} was refused as VERSION_CONFLICT without any`);
}
