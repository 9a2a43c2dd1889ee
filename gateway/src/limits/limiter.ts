import type { Action } from "@slipway/contracts";
import type { ServerResponse } from "node:http";
import type { ServiceBroker } from "@slipway/broker";
import { createCalendarReads } from "./calendar-reads.ts";
import { createFailedLookups } from "./failed-lookups.ts";
import type { Limits } from "../limit-table.ts";
import { createOverload } from "./overload.ts";
import { createPerMinute } from "./allowance.ts";
import { type Counted, createRateLimit } from "./rate-limit.ts";
import { type Reader, type Reads, beginReading, createReads } from "./reads.ts";
import { createRunning } from "./running.ts";
import { shareSpending } from "./share-spending.ts";
import { createStreams } from "./streams.ts";

/** @param broker over which gateways report to each other what credentials and tenants have spent. */
export function createLimiter(limits: Limits, broker: ServiceBroker) {
  const bounds = {
    overload: createOverload(limits),
    rateLimit: createRateLimit(limits),
    reads: createReads(limits),
    ofCredential: createRunning(limits.concurrentMax, "requests of the credential"),
    ofTenant: createRunning(limits.tenantConcurrentMax, "requests of the tenant"),
  };
  const { overload, rateLimit, reads } = bounds;
  const { credential: spent, tenant: tenants } = rateLimit.allowances;
  const stopSharing = shareSpending(broker, { spent, tenants, answers: reads.rate.allowance });

  return {
    /** Before anything is done: refuses with OVERLOADED when there is no room. */
    enter: entranceOf(bounds),
    failedLookups: createFailedLookups(limits.failedLookupsPerMinute),
    /** Apart from those of credentials: photos that are gone take nothing from those who log in behind the same address. */
    failedPhotoLookups: createFailedLookups(limits.failedLookupsPerMinute),
    /** Failed log-ins, counted by the name of the address. */
    failedLogins: createPerMinute(limits.failedLoginsPerMinute),
    calendarReads: createCalendarReads(limits.calendarReadsPerMinute),
    streams: createStreams(limits),
    async stop() {
      overload.stop();
      await stopSharing();
    },
  };
}

/** Limits the requests of one credential, of one tenant, and of all together. */
export type Limiter = ReturnType<typeof createLimiter>;

interface Bounds {
  readonly overload: ReturnType<typeof createOverload>;
  readonly rateLimit: ReturnType<typeof createRateLimit>;
  readonly reads: Reads;
  readonly ofCredential: ReturnType<typeof createRunning>;
  readonly ofTenant: ReturnType<typeof createRunning>;
}

/** The admission of one request, until the request ends; its methods in the order of the checks. */
export type Admission = ReturnType<Limiter["enter"]>;

function entranceOf({ overload, rateLimit, reads, ofCredential, ofTenant }: Bounds) {
  return (response: ServerResponse, kind: Action["kind"]) => {
    overload.expectRoom(kind);
    const ends: (() => void)[] = [];
    let tenantId: string | null = null;
    return {
      /** Right after the credential is known: RATE_LIMITED beyond what it may send, or run at once. */
      countFor(caller: Counted) {
        rateLimit.count(caller, response);
        ends.push(ofCredential.begin(caller.credentialId));
        ends.push(ofTenant.begin(caller.tenantId));
        ({ tenantId } = caller);
      },
      /**
       * Before the body of dear work is read: RATE_LIMITED where the tenant has no bytes left, else spends what the work costs
       * in bytes of an answer. So a body that is refused for its shape costs as much as one that is not.
       */
      payAhead(costBytes: number) {
        if (tenantId === null) return;
        reads.rate.expect(tenantId);
        reads.rate.spend(tenantId, costBytes);
      },
      /** When all of the request is there: it is worked on from here, or refused with OVERLOADED. */
      beginWork: () => void ends.push(overload.takePlace({ kind, tenantId })),
      /** The same of a read: its answer is loaded and sent by what this returns. */
      beginReading(cost: Pick<Reader, "weight" | "hasPaid" | "heldBytes">) {
        const takePlace: Reader["takePlace"] = (hasBegun) =>
          overload.takePlace({ kind, tenantId, hasBegun });
        const reader = { tenantId: tenantId ?? "-", ...cost, takePlace };
        const reading = beginReading(reads, response, reader);
        ends.push(reading.end);
        return reading;
      },
      /** The request is over, however it ended. */
      leave() {
        for (const end of ends.splice(0)) end();
      },
    };
  };
}
