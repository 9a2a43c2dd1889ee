import type { ServerResponse } from "node:http";
import type { Limits } from "../limit-table.ts";
import { overloaded } from "./overload.ts";
import { createRunning } from "./running.ts";

export function createStreams({
  eventStreamsMax,
  tenantEventStreamsMax,
}: Pick<Limits, "eventStreamsMax" | "tenantEventStreamsMax">) {
  const ofTenants = createRunning(tenantEventStreamsMax, "event streams of the tenant");
  const all = new Set<AbortController>();
  let isLeaving = false;
  return {
    /**
     * Counts a stream until its response closes. Refuses with RATE_LIMITED beyond what the tenant may have, with OVERLOADED beyond
     * what the process may. The signal says that the stream must end: the client has gone, or the gateway leaves.
     */
    open(response: ServerResponse, tenantId: string): AbortSignal {
      if (all.size >= eventStreamsMax) throw overloaded();
      // Race: a client that leaves while its credential is checked has closed its response already.
      if (response.destroyed) return AbortSignal.abort();
      const end = ofTenants.begin(tenantId);
      const stream = new AbortController();
      all.add(stream);
      response.once("close", () => {
        all.delete(stream);
        end();
        stream.abort();
      });
      if (isLeaving) stream.abort();
      return stream.signal;
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
