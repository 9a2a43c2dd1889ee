import type { OutputOf, availability } from "@slipway/contracts";

/** Stops new bookings of a product's departures in [startAt, endAt). */
export interface Block {
  readonly id: string;
  readonly tenantId: string;
  readonly productId: string;
  /** Of the product; undefined in what earlier releases have made. */
  readonly supplierId?: string | undefined;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly note: string | null;
  readonly createdAt: Date;
}

export type BlockRecord = OutputOf<typeof availability.createBlock>;

export function blockRecord(block: Block): BlockRecord {
  return {
    id: block.id,
    tenantId: block.tenantId,
    productId: block.productId,
    startAt: block.startAt.toISOString(),
    endAt: block.endAt.toISOString(),
    note: block.note,
    createdAt: block.createdAt.toISOString(),
  };
}

/** A stretch of blocked time, [from, until) in milliseconds. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** The time that blocks cover: ascending stretches that neither overlap nor touch. */
export function stretchesOf(blocks: readonly Pick<Block, "startAt" | "endAt">[]): Stretch[] {
  const stretches: { from: number; until: number }[] = [];
  const byStart = blocks
    .map(({ startAt, endAt }) => ({ from: startAt.getTime(), until: endAt.getTime() }))
    .toSorted((a, b) => a.from - b.from);
  for (const { from, until } of byStart) {
    const last = stretches.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else stretches.push({ from, until });
  }
  return stretches;
}

/** Whether a departure at this instant (milliseconds) is blocked; of many blocks few are looked at. */
export function isBlocked(stretches: readonly Stretch[], departure: number): boolean {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle] as Stretch).until <= departure) low = middle + 1;
    else high = middle;
  }
  const next = stretches[low];
  return next !== undefined && next.from <= departure;
}
