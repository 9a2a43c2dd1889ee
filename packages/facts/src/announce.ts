import { type Request, type ServiceBroker, call } from "@slipway/broker";
import { type Action, facts } from "@slipway/contracts";

/**
 * Announces that facts under these keys have changed, to every node that may keep them, and waits
 * until each has acknowledged: whoever is answered afterwards, every later request anywhere sees
 * the change. A node that does not acknowledge is asked again while the bus knows it, until the
 * request's deadline.
 */
export async function announce(
  broker: ServiceBroker,
  request: Request,
  keys: readonly string[],
): Promise<void> {
  await Promise.all(
    facts.factHolders.flatMap((holder) =>
      nodesServing(broker, holder).map(async (nodeId) => {
        const tell = (): Promise<unknown> => call(request, holder, { keys: [...keys] }, { nodeId });
        const isKnown = (): boolean => nodesServing(broker, holder).includes(nodeId);
        await untilAcknowledged(request, tell, isKnown);
      }),
    ),
  );
}

async function untilAcknowledged(
  request: Request,
  tell: () => Promise<unknown>,
  isKnown: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      await tell();
      return;
    } catch (error) {
      // A node that is gone keeps nothing.
      if (!isKnown()) return;
      if (Date.now() >= request.deadline) throw error;
      await new Promise((resume) => setTimeout(resume, 20));
    }
  }
}

interface EndpointLists {
  actions: { get(name: string): { endpoints: { id: string }[] } | undefined };
}

/** The live nodes that serve an action, this one among them. Not in the package's types. */
function nodesServing(broker: ServiceBroker, { name }: Action): string[] {
  const registry = broker.registry as unknown as EndpointLists;
  return (registry.actions.get(name)?.endpoints ?? []).map(({ id }) => id);
}
