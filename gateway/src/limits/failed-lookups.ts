import { isIPv6 } from "node:net";
import { refuse } from "@slipway/broker";
import { createBuckets } from "./buckets.ts";

/**
 * Bounds what guessing costs: look-ups of credentials that find none, by address. A text that is no
 * credential is refused without a look-up and counts nothing; a credential that was good lately is
 * looked up whatever its neighbours do, so nobody behind one address locks out the others.
 */
export interface FailedLookups {
  /** Refuses with RATE_LIMITED while the address has used up its failures. */
  expectAllowance(address: string, digest: string): void;
  /** Notes what a look-up has found. */
  note(address: string, digest: string, isFound: boolean): void;
}

const addressesMax = 10_000;
const knownMax = 20_000;
const knownMs = 10 * 60_000;

/** @param perMinute also how many may fail at once; 0: nothing is limited. */
export function createFailedLookups(
  perMinute: number,
  clock: () => number = () => performance.now(),
): FailedLookups {
  if (perMinute === 0) return { expectAllowance: () => {}, note: () => {} };
  const policy = { perSecond: perMinute / 60, burst: perMinute };
  const failures = createBuckets(policy, clock, addressesMax);
  /** When a credential was last found, by its digest; the oldest first. */
  const known = new Map<string, number>();

  return {
    expectAllowance(address, digest) {
      if (clock() - (known.get(digest) ?? -Infinity) < knownMs) return;
      const { waitSeconds } = failures.look(networkOf(address));
      if (waitSeconds > 0) throw refuse("RATE_LIMITED", { retryAfterSeconds: waitSeconds });
    },
    note(address, digest, isFound) {
      if (!isFound) return failures.debit(networkOf(address), 1);
      known.delete(digest);
      known.set(digest, clock());
      const [oldest] = known.keys();
      if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
    },
  };
}

/** One IPv6 client has a whole /64 to send from. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
