import { setTimeout as pause } from "node:timers/promises";
import { type Context, Errors, type Middleware } from "moleculer";
import type { Served } from "./watch-calls.ts";

/** For calls that do not say it. */
export const requestMsMax = 10_000;
const drainMsMax = 15_000;
const lookMs = 20;

/**
 * Follows every call to its end: one that is not answered in time has failed, and who stops waits for
 * what is under way, a service for the calls that it serves, the broker for those that it has sent to
 * other nodes. The bus's own middlewares for this make six promises of each call, and shorten calls
 * within calls to odd lengths, each a list of timers; ours say themselves how long they may take.
 */
export function followCalls(): Middleware {
  const running = new WeakMap<object, Set<Context>>();

  function underWay(owner: object): Set<Context> {
    const contexts = running.get(owner) ?? new Set();
    running.set(owner, contexts);
    return contexts;
  }

  function followed(next: Served, { name }: { name: string }): Served {
    return (context) =>
      new Promise((resolve, reject) => {
        const { service, broker } = context;
        const contexts = underWay(service ?? broker);
        const answer = next(context);
        contexts.add(context);
        const fail = (error: Error): void => {
          // Of another node's work nothing is heard any more; work here goes on for as long as it takes.
          if (!service) contexts.delete(context);
          if (!service) broker.transit?.removePendingRequest(context.id);
          reject(error);
        };
        const timer = setTimeout(() => {
          fail(new Errors.RequestTimeoutError({ action: name, nodeID: context.nodeID ?? "" }));
        }, context.options.timeout ?? requestMsMax);
        const end = (): void => {
          contexts.delete(context);
          clearTimeout(timer);
        };
        answer.then(
          (value) => {
            end();
            resolve(value);
          },
          (error: Error) => {
            end();
            fail(error);
          },
        );
      });
  }

  async function drained(owner: object): Promise<void> {
    const until = performance.now() + drainMsMax;
    while (underWay(owner).size > 0 && performance.now() < until) await pause(lookMs);
  }

  const following = {
    name: "FollowCalls",
    localAction: followed,
    remoteAction: followed,
    serviceStopping: (service: Stopping) => Promise.all(neighboursOf(service).map(drained)),
    stopping: drained,
  };
  return following as unknown as Middleware;
}

interface Stopping {
  readonly broker: { readonly stopping: boolean; readonly services: readonly object[] };
}

/** Services of a process call each other: where all of it stops, none closes its database before all calls have ended. */
function neighboursOf(service: Stopping): readonly object[] {
  const { stopping, services } = service.broker;
  return stopping ? services : [service];
}
