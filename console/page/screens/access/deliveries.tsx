/** Deliveries to a receiver, with each attempt. */
import type { WebhookDelivery } from "@slipway/client";
import { Choice } from "../../parts/choice.tsx";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ViewerTime, timeWords, viewerZone } from "../../parts/zoned-time.tsx";
import { go, hrefOf, path, query } from "../../router.ts";
import { may } from "../../session.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { RetryButton } from "../../parts/retry-button.tsx";
import { PageLink } from "./page-link.tsx";
import { TimeOrNone, attemptWords } from "./endpoint-words.tsx";

const statuses = ["PENDING", "SUCCEEDED", "FAILED"] as const;
const pageLength = 50;

export function Deliveries({ subscriptionId }: { subscriptionId: string }) {
  const status = statuses.find((each) => each === query.value.get("status"));
  const cursor = query.value.get("cursor") ?? undefined;
  const deliveries = useLoad(`${subscriptionId} ${status} ${cursor}`, ({ webhooks }) =>
    webhooks.listDeliveries(subscriptionId, { status, cursor, limit: pageLength }),
  );
  const { receivers: words, endpoint } = texts.access;
  return (
    <>
      <h2>{words.deliveries}</h2>
      <div class="controls">
        <Choice
          label={endpoint.state}
          value={status ?? ""}
          choices={[
            { id: "", name: words.all },
            ...statuses.map((id) => ({ id, name: endpoint.sent[id] })),
          ]}
          choose={(id) => go(hrefOf(path.value, { status: id }))}
        />
        <button type="button" onClick={deliveries.reload}>
          {endpoint.lookAgain}
        </button>
      </div>
      <IfLoaded loaded={deliveries}>
        {({ items, nextCursor }) => (
          <>
            <DeliveryTable rows={items} reload={deliveries.reload} />
            <PageLink cursor={nextCursor} />
          </>
        )}
      </IfLoaded>
    </>
  );
}

function DeliveryTable(given: { rows: readonly WebhookDelivery[]; reload: () => void }) {
  const { receivers: words, endpoint } = texts.access;
  const columns: Column<WebhookDelivery>[] = [
    {
      title: endpoint.made,
      cell: ({ createdAt }) => <ViewerTime at={createdAt} />,
    },
    { title: words.about, cell: (delivery) => <About delivery={delivery} /> },
    { title: endpoint.state, cell: ({ status }) => endpoint.sent[status] },
    { title: words.attempts, cell: (delivery) => <Attempts delivery={delivery} /> },
    {
      title: endpoint.nextAttempt,
      cell: ({ nextAttemptAt }) => <TimeOrNone at={nextAttemptAt} />,
    },
  ];
  if (may("bookings:write"))
    columns.push({
      title: endpoint.again,
      cell: ({ id, action, createdAt }) => (
        <RetryButton
          label={endpoint.again}
          name={`${action}, ${timeWords(createdAt, viewerZone, true)}`}
          act={({ webhooks }) => webhooks.redeliver(id)}
          done={given.reload}
        />
      ),
    });
  return (
    <DataList
      caption={words.deliveries}
      rows={given.rows}
      keyOf={({ id }) => id}
      columns={columns}
    />
  );
}

function About({ delivery: { action, bookingId } }: { delivery: WebhookDelivery }) {
  if (bookingId === null) return <>{action}</>;
  return <a href={hrefOf(`/bookings/${bookingId}`)}>{action}</a>;
}

function Attempts({ delivery: { attempts } }: { delivery: WebhookDelivery }) {
  const last = attempts.at(-1);
  if (!last) return null;
  return (
    <details>
      <summary>
        {counted(attempts.length, texts.access.receivers.attemptCount)}: {attemptWords(last)}
      </summary>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.at}>
            <ViewerTime at={attempt.at} />: {attemptWords(attempt)}
          </li>
        ))}
      </ol>
    </details>
  );
}
