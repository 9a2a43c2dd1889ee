/**
 * Waits for claims to be attached. A few milliseconds after a claim is committed, the bookings service
 * usually reports that a booking names it. Waiting for that report lets one write store both the claim
 * record and the fact that it is attached. Measured (decision 0021): 1.34 times the bookings of one hot
 * departure, at 0.85 of the processor time.
 */
import { attachMsMax } from "../constants.ts";

export interface AwaitedClaims {
  /** Resolves with the claims that were attached. */
  readonly attached: Promise<ReadonlySet<string>>;
  /** Ends the wait. */
  readonly flush: () => void;
}

interface Group {
  readonly missing: Set<string>;
  readonly attached: Set<string>;
  readonly end: () => void;
}

const nothing: AwaitedClaims = {
  attached: Promise.resolve(new Set<string>()),
  flush: () => undefined,
};

export function createAttachments() {
  const groups = new Map<string, Group>();

  async function wait(group: Group, ended: Promise<void>): Promise<ReadonlySet<string>> {
    const claimIds = [...group.missing];
    for (const id of claimIds) groups.set(id, group);
    const timer = setTimeout(group.end, attachMsMax);
    await ended;
    clearTimeout(timer);
    for (const id of claimIds) groups.delete(id);
    return group.attached;
  }

  return {
    /** Waits until all of these claims are attached, or for a moment. */
    waitFor(claimIds: readonly string[]) {
      if (claimIds.length === 0) return nothing;
      const { promise, resolve } = Promise.withResolvers<void>();
      const group: Group = { missing: new Set(claimIds), attached: new Set(), end: resolve };
      return { attached: wait(group, promise), flush: resolve };
    },

    /** Reports that bookings name these claims; returns those that no copy here waits for. */
    attach(claimIds: readonly string[]) {
      return claimIds.filter((id) => {
        const group = groups.get(id);
        if (!group) return true;
        group.attached.add(id);
        group.missing.delete(id);
        if (group.missing.size === 0) group.end();
        return false;
      });
    },
  };
}

export type Attachments = ReturnType<typeof createAttachments>;
