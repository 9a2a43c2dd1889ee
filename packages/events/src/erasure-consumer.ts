import { type Request, type ServiceBroker, call, ownRequest, refuse } from "@slipway/broker";
import { type EventOf, audit } from "@slipway/contracts";
import type { Consumer, Relay } from "@slipway/store";
import { deliverEach } from "./deliver-each.ts";
import { consumerOf } from "./typed-consumer.ts";

type Erased = "booking.erased" | "booking.archived" | "channelEvent.erased";

interface Erasure<Type extends Erased> {
  readonly broker: ServiceBroker;
  readonly relay: Pick<Relay, "hasEarlier">;
  readonly types: readonly Type[];
  /** Erases what other places keep of the record; repeatable. */
  readonly eraseBeside?: (request: Request, event: EventOf<Type>) => Promise<void>;
}

/**
 * The consumer that erases personal data from earlier entries of the audit log about a record. It decides a race: an
 * older event with that data may still be on its way to the log. So it waits until all older events of the record are
 * delivered. The relay repeats it until then, and after a crash.
 */
export function erasureConsumer<Type extends Erased>(erasure: Erasure<Type>): Consumer {
  return consumerOf({
    name: "erasure",
    types: erasure.types,
    deliver: (events) => deliverEach(events, (event) => erase(erasure, event)),
  });
}

async function erase<Type extends Erased>(
  { broker, relay, eraseBeside }: Erasure<Type>,
  event: EventOf<Type>,
): Promise<void> {
  const { id, tenantId, type, entityId, at } = event;
  const requireDelivered = async (consumer: string): Promise<void> => {
    const earlier = { tenantId, at: new Date(at), than: { id, entityId } };
    if (await relay.hasEarlier(earlier, consumer))
      throw refuse("SERVICE_UNAVAILABLE", { detail: "older events are on their way" });
  };
  await requireDelivered("audit");
  const request = ownRequest(broker, tenantId);
  const entityType = type === "channelEvent.erased" ? "channelEvent" : "booking";
  if (isWhole(event as EventOf<Erased>))
    await call(request, audit.eraseEntries, { entityType, entityId, erasedAt: at });
  if (!eraseBeside) return;
  // Their copies of older events must not come after this either.
  await requireDelivered("webhooks");
  await requireDelivered("sync");
  await eraseBeside(request, event);
}

/** Whether the record's own person is erased. Of another person the log is searched by the e-mail address. */
function isWhole({ before, after }: EventOf<Erased>): boolean {
  if (after === null || !("erasedAt" in after) || !("erasedAt" in before)) return true;
  return after.erasedAt !== before.erasedAt;
}
