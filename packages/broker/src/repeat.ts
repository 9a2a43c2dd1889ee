/**
 * Changes that a client may repeat by a key, the header `Idempotency-Key`. The record keeps the key by the write that
 * decides the change: so a repeat finds the key exactly where the change was made, after a crash too.
 */
import type { UsedKey } from "@slipway/contracts";
import { refuse } from "./refuse.ts";

/** A request that may be a repeat. */
export interface Repeat extends Pick<UsedKey, "key" | "of"> {
  /** Set when it is answered: an earlier request with the key has made the change, and nothing was done. */
  isReplayed: boolean;
  /** Whether that request had nothing to change; known in the service that answers. */
  wasIdle?: boolean;
}

interface Repeatable {
  readonly repeat?: Repeat | undefined;
}

const keptMs = 24 * 60 * 60 * 1_000;
/** A record keeps the newest: more than a booking has tickets (200), each of which may be checked in by a key of its own. */
const keptMax = 256;

/**
 * Whether the record has the key of this request. Refuses IDEMPOTENCY_KEY_REUSED where the key is that of another
 * operation or input. The caller confirms the record that it has read before it answers.
 */
export function isRepeat(
  { repeat }: Repeatable,
  used: readonly UsedKey[] | undefined,
  now: number,
): boolean {
  if (!repeat) return false;
  const known = recent(used, now).find(({ key }) => key === repeat.key);
  if (known && known.of !== repeat.of) throw refuse("IDEMPOTENCY_KEY_REUSED");
  // mark: known-key
  repeat.isReplayed = known !== undefined;
  repeat.wasIdle = known?.idle === true;
  return repeat.isReplayed;
}

/** The keys that a record has after a change by such a request. @param isIdle it had nothing to change. */
export function keysAfter(
  { key, of }: Repeat,
  used: readonly UsedKey[] | undefined,
  now: number,
  isIdle = false,
): { usedKeys: UsedKey[] } {
  const others = recent(used, now).filter((each) => each.key !== key);
  const kept = { key, of, at: new Date(now), ...(isIdle && { idle: true as const }) };
  // mark: kept-key
  return { usedKeys: [...others, kept].slice(-keptMax) };
}

function recent(used: readonly UsedKey[] = [], now: number): readonly UsedKey[] {
  return used.filter(({ at }) => now - at.getTime() < keptMs);
}

/** The repeat that the caller of an action has named. */
export function repeatIn({ key, of }: Repeat): Repeat {
  return { key, of, isReplayed: false };
}

/** Says in an answer that it is one of a repeat; a first answer stays as it is. */
export function withRepeat<Answer>({ isReplayed }: Repeat, answer: Answer): Answer {
  return isReplayed ? { ...answer, replayed: true } : answer;
}

/** The answer without what `withRepeat` says in it, which the repeat says from here on. */
export function withoutRepeat<Answer>(repeat: Repeat, answer: Answer): Answer {
  const { replayed, ...rest } = answer as Answer & { replayed?: true };
  repeat.isReplayed = replayed === true;
  return rest as Answer;
}
