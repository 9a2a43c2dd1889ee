/** Receivers of webhooks and channels that were notified of the booking, and whether that succeeded. */
import type { Booking, Operations, SyncJob, WebhookDelivery } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { RetryButton } from "../../parts/retry-button.tsx";
import { ViewerTime } from "../../parts/zoned-time.tsx";
import { may } from "../../session.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";

interface Message {
  readonly id: string;
  readonly to: string;
  readonly at: string;
  readonly status: SyncJob["status"];
  readonly attempts: number;
  readonly error: string | null;
  /** Undefined: it cannot be sent again, or not by this user. */
  readonly again: ((slipway: Operations) => Promise<unknown>) | undefined;
}

export function BookingDeliveries({ booking }: { booking: Booking }) {
  const words = texts.booking;
  const { endpoint } = texts.access;
  const notified = useLoad(
    booking.id,
    (slipway) => loadMessages(slipway, booking.id),
    booking.updatedAt,
  );
  return (
    <section>
      <h2>{words.notified}</h2>
      <IfLoaded loaded={notified}>
        {(messages) => (
          <DataList
            caption={words.messages}
            empty={words.nobodyNotified}
            rows={messages}
            keyOf={({ id }) => id}
            columns={[
              { title: words.to, cell: ({ to }) => to },
              {
                title: endpoint.made,
                cell: ({ at }) => <ViewerTime at={at} />,
              },
              { title: texts.day.status, cell: stateOf },
              {
                title: endpoint.again,
                cell: ({ to, again }) =>
                  again && (
                    <RetryButton
                      label={endpoint.again}
                      name={to}
                      act={again}
                      done={notified.reload}
                    />
                  ),
              },
            ]}
          />
        )}
      </IfLoaded>
      <button type="button" onClick={notified.reload}>
        {endpoint.lookAgain}
      </button>
    </section>
  );
}

function stateOf({ status, attempts, error }: Message): string {
  const state = `${texts.access.endpoint.sent[status]}, ${counted(attempts, texts.access.receivers.attemptCount)}`;
  return error === null ? state : `${state}: ${error}`;
}

/** The newest hundred of each kind: what is older was sent long ago, or is sent again by hand elsewhere. */
async function loadMessages(slipway: Operations, bookingId: string): Promise<Message[]> {
  const [deliveries, receivers, jobs, channels] = await Promise.all([
    slipway.webhooks.listBookingDeliveries({ bookingId }),
    slipway.webhooks.listSubscriptions(),
    may("sync:read") ? slipway.sync.listJobs({ entityId: bookingId }) : { items: [] },
    may("sync:read") ? slipway.channels.list() : [],
  ]);
  const urls = new Map(receivers.map(({ id, url }) => [id, url]));
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  return [
    ...deliveries.items.map((each) => ofDelivery(each, urls.get(each.subscriptionId))),
    ...jobs.items.map((each) => ofJob(each, names.get(each.channelConnectionId))),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
}

function ofDelivery(delivery: WebhookDelivery, url: string | undefined): Message {
  const { id, subscriptionId, createdAt, status, attempts } = delivery;
  return {
    id,
    to: url ?? subscriptionId,
    at: createdAt,
    status,
    attempts: attempts.length,
    error: attempts.at(-1)?.error ?? null,
    again:
      may("bookings:write") && url !== undefined
        ? ({ webhooks }) => webhooks.redeliver(id)
        : undefined,
  };
}

function ofJob(job: SyncJob, name: string | undefined): Message {
  const { id, channelConnectionId, createdAt, status, attempts, lastError } = job;
  return {
    id,
    to: name ?? channelConnectionId,
    at: createdAt,
    status,
    attempts,
    error: lastError,
    again: status === "FAILED" && may("sync:write") ? ({ sync }) => sync.retryJob(id) : undefined,
  };
}
