import { setTimeout as pause } from "node:timers/promises";
import { type Context, Errors, type Middleware, type ServiceBroker } from "moleculer";

type Served = (context: Context) => Promise<unknown>;

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
  const running = new Map<unknown, number>();

  /** Answers how to note its end, which counts once. */
  function begin(owner: unknown): () => void {
    running.set(owner, (running.get(owner) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (!isOver) running.set(owner, (running.get(owner) ?? 1) - 1);
      isOver = true;
    };
  }

  function followed(next: Served, { name }: { name: string }): Served {
    return (context) =>
      new Promise((resolve, reject) => {
        const answer = next(context);
        const end = begin(context.service ?? context.broker);
        const timer = setTimeout(() => {
          // Work here goes on for as long as it takes; of another node's nothing is heard any more.
          if (!context.service) end();
          reject(new Errors.RequestTimeoutError({ action: name, nodeID: context.nodeID ?? "" }));
        }, context.options.timeout ?? requestMsMax);
        answer.then(
          (value) => {
            end();
            clearTimeout(timer);
            resolve(value);
          },
          (error: Error) => {
            end();
            clearTimeout(timer);
            reject(error);
          },
        );
      });
  }

  async function drained(owner: unknown): Promise<void> {
    const until = performance.now() + drainMsMax;
    while ((running.get(owner) ?? 0) > 0 && performance.now() < until) await pause(lookMs);
    running.delete(owner);
  }

  const following = {
    name: "FollowCalls",
    localAction: followed,
    remoteAction: followed,
    serviceStopping: drained,
    stopping: (broker: ServiceBroker) => drained(broker),
  };
  return following as unknown as Middleware;
}
