import { type Request, type ServiceBroker, call, isLate, refuse } from "@slipway/broker";
import { facts } from "@slipway/contracts";
import { type Holder, type Presence, lapseMs, presenceOf } from "./presence.ts";

const pauseMs = 20;
/** Past the lapse, how long one question to a holder takes before it is asked whether it is heard. */
const askMs = 500;

/**
 * Announces that facts under these keys have changed, to everybody who may work on what was read
 * before, and returns when nobody does any more: whoever is answered afterwards, every later request
 * anywhere sees the change. Call it after the write. A holder that acknowledges is waited for no
 * longer. One that is silent (killed, frozen, cut off) begins nothing after `lapseMs`. One that is
 * heard and does not acknowledge has work under way, such as an insert that hangs in the database: it
 * is waited for. Refuses with OUTCOME_UNKNOWN when that takes longer than the request may.
 */
export async function announce(
  broker: ServiceBroker,
  request: Request,
  keys: readonly string[],
): Promise<void> {
  const presence = presenceOf(broker);
  const lapsesAt = presence ? performance.now() + lapseMs : Infinity;
  const isSilent = ({ nodeId }: Holder): boolean => presence?.isSilent(nodeId) ?? false;
  const waiting = { keys, lapsesAt, isSilent };
  try {
    const holders = presence ? await holdersBy(presence, lapsesAt) : holdersHere(broker);
    if (isLate(request)) throw new Error("the wait for the lapse took all of the request's time");
    await Promise.all(holders.map((holder) => untilAcknowledged(request, holder, waiting)));
  } catch (error) {
    throw refuse("OUTCOME_UNKNOWN", { detail: String(error) });
  }
}

/**
 * Who has to acknowledge. A node that has just begun to listen, or was cut off, may not have heard
 * everybody: it waits for the lapse. Then the silent have nothing under way any more, and those that
 * are there have told so meanwhile.
 */
async function holdersBy(presence: Presence, lapsesAt: number): Promise<Holder[]> {
  try {
    return await presence.holders();
  } catch {
    await pause(lapsesAt - performance.now());
    return presence.heard();
  }
}

interface Waiting {
  keys: readonly string[];
  lapsesAt: number;
  isSilent: (holder: Holder) => boolean;
}

/** Resolves when it has acknowledged, or is silent and has nothing under way any more. */
async function untilAcknowledged(
  request: Request,
  holding: Holder,
  { keys, lapsesAt, isSilent }: Waiting,
): Promise<void> {
  const { nodeId, action } = holding;
  const holder = facts.factHolders.find(({ name }) => name === action);
  if (!holder) throw new Error(`${nodeId} forgets by an action that is unknown here: ${action}`);
  for (;;) {
    const askedMs = Math.max(lapsesAt - performance.now(), askMs);
    const inTime = { ...request, deadline: Math.min(request.deadline, Date.now() + askedMs) };
    try {
      await call(inTime, holder, { keys: [...keys] }, { nodeId });
      return;
    } catch (error) {
      if (Date.now() + pauseMs >= request.deadline) throw error;
      if (performance.now() >= lapsesAt && isSilent(holding)) return;
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
