import { type Request, type ServiceBroker, call, refuse } from "@slipway/broker";
import { facts } from "@slipway/contracts";
import { type Holder, lapseMs, presenceOf } from "./presence.ts";

const pauseMs = 20;

/**
 * Announces that facts under these keys have changed, to everybody who may work on what was read
 * before, and returns when nobody does any more: whoever is answered afterwards, every later request
 * anywhere sees the change. Call it after the write. A holder that acknowledges is waited for no
 * longer; one that does not (killed, frozen, cut off) has by itself given up in `lapseMs`.
 * Refuses with OUTCOME_UNKNOWN when that cannot be reached within the request's deadline.
 */
export async function announce(
  broker: ServiceBroker,
  request: Request,
  keys: readonly string[],
): Promise<void> {
  const presence = presenceOf(broker);
  const lapsesAt = presence ? Date.now() + lapseMs : Infinity;
  const deadline = Math.min(lapsesAt, request.deadline);
  try {
    const holders = presence ? await presence.holders() : holdersHere(broker);
    const inTime = { ...request, deadline };
    await Promise.all(holders.map((holder) => untilAcknowledged(inTime, holder, keys)));
  } catch (error) {
    if (request.deadline < lapsesAt) throw refuse("OUTCOME_UNKNOWN", { detail: String(error) });
    await pause(lapsesAt - Date.now());
  }
}

async function untilAcknowledged(
  request: Request,
  { nodeId, action }: Holder,
  keys: readonly string[],
): Promise<void> {
  const holder = facts.factHolders.find(({ name }) => name === action);
  if (!holder) throw new Error(`${nodeId} forgets by an action that is unknown here: ${action}`);
  for (;;) {
    try {
      await call(request, holder, { keys: [...keys] }, { nodeId });
      return;
    } catch (error) {
      if (Date.now() + pauseMs >= request.deadline) throw error;
      await pause(pauseMs);
    }
  }
}

interface EndpointLists {
  actions: { get(name: string): { endpoints: { id: string }[] } | undefined };
}

/** Where all brokers are in this process its registry is never wrong. Not in the package's types. */
function holdersHere(broker: ServiceBroker): Holder[] {
  const { actions } = broker.registry as unknown as EndpointLists;
  return facts.factHolders.flatMap(({ name: action }) =>
    (actions.get(action)?.endpoints ?? []).map(({ id: nodeId }) => ({ nodeId, action })),
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, Math.max(0, milliseconds)));
}
