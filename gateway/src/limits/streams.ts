import type { ServerResponse } from "node:http";
import { createFairQueue } from "@slipway/fair-queue";
import { streamLooksMax } from "../constants.ts";
import type { Limits } from "../limit-table.ts";
import { overloaded } from "./overload.ts";
import { createRunning } from "./running.ts";

/** An answer that is counted as a stream. */
export interface Stream {
  /** Says that the stream must end: the client has gone, or the gateway leaves. */
  readonly ended: AbortSignal;
  /** Makes a look when one of the tenant's few turns is free: looks at a silent service leave memory to other reads. */
  readonly look: <Found>(work: () => Promise<Found>) => Promise<Found>;
}

export function createStreams({
  eventStreamsMax,
  tenantEventStreamsMax,
}: Pick<Limits, "eventStreamsMax" | "tenantEventStreamsMax">) {
  const ofTenants = createRunning(tenantEventStreamsMax, "event streams of the tenant");
  const all = new Set<AbortController>();
  const looks = createFairQueue({
    atOnce: Number.POSITIVE_INFINITY,
    eachMax: streamLooksMax,
    waitingMax: Number.POSITIVE_INFINITY,
    full: overloaded,
  });
  let isLeaving = false;
  return {
    /** Counts a stream until it closes. Refuses with RATE_LIMITED beyond the tenant's limit, OVERLOADED beyond the process's. */
    open(response: ServerResponse, tenantId: string): Stream {
      const look: Stream["look"] = (work) => looks.run({ group: "looks", by: tenantId }, work);
      if (all.size >= eventStreamsMax) throw overloaded();
      // Race: a client that leaves while its credential is checked has closed its response already.
      if (response.destroyed) return { ended: AbortSignal.abort(), look };
      const end = ofTenants.begin(tenantId);
      const stream = new AbortController();
      all.add(stream);
      response.once("close", () => {
        all.delete(stream);
        end();
        stream.abort();
      });
      if (isLeaving) stream.abort();
      return { ended: stream.signal, look };
    },
    /** Ends those that are open, and each later one after its first look. */
    endAll() {
      isLeaving = true;
      for (const stream of all) stream.abort();
    },
  };
}

/** Answers that stay open to tell of changes: so many of a tenant and in all, and no longer than the gateway stays. */
export type Streams = ReturnType<typeof createStreams>;
