import { type Request, type ServiceBroker, call, isLate, isRefusal, refuse } from "@slipway/broker";
import { referenceCache } from "@slipway/contracts";
import { callMs, callPauseMs, expiryMs } from "./constants.ts";
import { type CacheHolder, type Heartbeat, heartbeatOf } from "./heartbeat.ts";

/**
 * Invalidates the values under these keys in every reference cache, and returns when no work on them
 * runs any more: every request that begins later sees the change. Call it after the write. A cache that
 * acknowledges has no such work left. A silent node (killed, frozen, cut off) begins nothing after
 * `expiryMs`. A node that still sends heartbeats but does not acknowledge has work under way, such as
 * an insert that hangs in the database; the call waits for it. Refuses with OUTCOME_UNKNOWN when that
 * takes longer than the request may.
 */
export async function invalidateCaches(
  broker: ServiceBroker,
  request: Request,
  keys: readonly string[],
): Promise<void> {
  const heartbeat = heartbeatOf(broker);
  const expiresAt = heartbeat ? performance.now() + expiryMs : Infinity;
  const isSilent = ({ nodeId }: CacheHolder): boolean => heartbeat?.isSilent(nodeId) ?? false;
  const invalidation = { keys, expiresAt, isSilent };
  try {
    const holders = heartbeat ? await holdersBy(heartbeat, expiresAt) : holdersHere(broker);
    if (isLate(request)) throw new Error("the wait for the expiry took all of the request's time");
    await Promise.all(holders.map((holder) => untilAcknowledged(request, holder, invalidation)));
  } catch (error) {
    throw refuse("OUTCOME_UNKNOWN", { detail: String(error) });
  }
}

/**
 * Answers a change once `follow`, an invalidation, has followed it. So it also does where the change is refused because it
 * stands already: the process that made it may have crashed before it invalidated, and its client repeats the request.
 */
export async function followUp<Changed>(
  change: Promise<Changed>,
  follow: () => Promise<unknown>,
): Promise<Changed> {
  const changed = await change.catch(async (error: unknown) => {
    if (isRefusal(error, "NOT_FOUND") || isRefusal(error, "VERSION_CONFLICT")) await follow();
    throw error;
  });
  await follow();
  return changed;
}

/**
 * The caches that must acknowledge. A node that has just begun to listen, or was cut off, may have
 * missed heartbeats, so it waits for the expiry. By then silent nodes have no work under way, and every
 * other node has sent a heartbeat.
 */
async function holdersBy(heartbeat: Heartbeat, expiresAt: number): Promise<CacheHolder[]> {
  try {
    return await heartbeat.holders();
  } catch {
    await pause(Math.max(0, expiresAt - performance.now()));
    return heartbeat.heardHolders();
  }
}

interface Invalidation {
  keys: readonly string[];
  expiresAt: number;
  isSilent: (holder: CacheHolder) => boolean;
}

/** Resolves when the cache has acknowledged, or its node is silent and has no work under way any more. */
async function untilAcknowledged(
  request: Request,
  { nodeId, action }: CacheHolder,
  { keys, expiresAt, isSilent }: Invalidation,
): Promise<void> {
  const contract = referenceCache.cacheHolders.find(({ name }) => name === action);
  if (!contract)
    throw new Error(`${nodeId} invalidates by an action that is unknown here: ${action}`);
  for (;;) {
    const waitMs = Math.max(expiresAt - performance.now(), callMs);
    const inTime = { ...request, deadline: Math.min(request.deadline, Date.now() + waitMs) };
    try {
      await call(inTime, contract, { keys: [...keys] }, { nodeId });
      return;
    } catch (error) {
      if (Date.now() + callPauseMs >= request.deadline) throw error;
      if (performance.now() >= expiresAt && isSilent({ nodeId, action })) return;
      await pause(callPauseMs);
    }
  }
}

interface EndpointLists {
  actions: { get(name: string): { endpoints: { id: string }[] } | undefined };
}

/** Where all brokers are in this process the registry is never wrong. The package's types lack it. */
function holdersHere(broker: ServiceBroker): CacheHolder[] {
  const { actions } = broker.registry as unknown as EndpointLists;
  return referenceCache.cacheHolders.flatMap(({ name: action }) =>
    (actions.get(action)?.endpoints ?? []).map(({ id: nodeId }) => ({ nodeId, action })),
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.max(0, milliseconds)));
}
