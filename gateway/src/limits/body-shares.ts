/** Which large body may take room next. Pure. */
import { bodyAgedMs, bodyBytesPerSecondMin, bodyGraceMs } from "../constants.ts";

export interface Shares {
  readonly bytesMax: number;
  /** Memory that one tenant may hold: at least twice the largest body, or large bodies come one by one. */
  readonly tenantBytesMax: number;
}

export interface Holder {
  /** In the order in which they began. */
  readonly bodies: Set<Holding>;
  taken: number;
}

/** A large body. */
export interface Holding {
  readonly tenant: Holder;
  /** Larger for a body that began later. */
  readonly order: number;
  /** The size that the body may reach. */
  readonly bytesMax: number;
  taken: number;
  /** When it began to come, later by what it has waited for room. */
  since: number;
  /** Null: it does not wait for room. */
  waitingSince: number | null;
}

interface AllBodies {
  readonly tenants: Iterable<Holder>;
  readonly shares: Shares;
  readonly now: number;
}

/**
 * Whether a body may take room for bytes that have arrived. Beside what is taken, room is kept for
 * what is still to come of the bodies with less to come, as long as they come at a fair pace. So one
 * of them can always become whole, and a large body does not hold up a small one behind it.
 */
function hasRoom(body: Holding, bytes: number, { tenants, shares, now }: AllBodies): boolean {
  const { bytesMax, tenantBytesMax } = shares;
  const { tenant } = body;
  if (body.taken === 0 && isOvertaking(body, now)) return false;
  if (tenant.taken + bytes + keptBefore(body, tenant, now) > tenantBytesMax) return false;
  let taken = bytes;
  for (const each of tenants)
    taken += Math.min(each.taken + keptBefore(body, each, now), tenantBytesMax);
  return taken <= bytesMax;
}

/** Gives room to a body; false: there is none for it now. */
export function giveRoom(body: Holding, bytes: number, all: AllBodies): boolean {
  const { now } = all;
  if (!hasRoom(body, bytes, all)) return false;
  body.taken += bytes;
  body.tenant.taken += bytes;
  body.since += now - (body.waitingSince ?? now);
  body.waitingSince = null;
  return true;
}

/** Memory reserved for those bodies of the tenant that have less to come than this one. */
function keptBefore(body: Holding, { bodies }: Holder, now: number): number {
  let kept = 0;
  for (const each of bodies)
    if (comesBefore(each, body) && isComing(each, now)) kept += toCome(each);
  return kept;
}

function comesBefore(body: Holding, other: Holding): boolean {
  const difference = toCome(body) - toCome(other);
  return difference < 0 || (difference === 0 && body.order < other.order);
}

function toCome({ bytesMax, taken }: Holding): number {
  return bytesMax - taken;
}

/** Whether a body comes at a fair pace, or would but for us. */
function isComing({ waitingSince, taken, since }: Holding, now: number): boolean {
  return (
    waitingSince !== null || taken >= ((now - since - bodyGraceMs) / 1_000) * bodyBytesPerSecondMin
  );
}

/** Whether another body of the tenant has waited so long that none may begin before it. */
function isOvertaking({ tenant, waitingSince }: Holding, now: number): boolean {
  const isAged = (at: number | null): boolean => at !== null && now - at >= bodyAgedMs;
  return !isAged(waitingSince) && [...tenant.bodies].some((each) => isAged(each.waitingSince));
}
