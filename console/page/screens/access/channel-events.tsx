/** Events of a channel that were refused: the payload, the reason in words, and another try. */
import type { ChannelEvent } from "@slipway/client";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ViewerTime } from "../../parts/zoned-time.tsx";
import { query } from "../../router.ts";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { PageLink } from "./page-link.tsx";
import { RetryButton } from "../../parts/retry-button.tsx";

const pageLength = 50;

export function ChannelEvents({ channelConnectionId }: { channelConnectionId: string }) {
  const cursor = query.value.get("cursor") ?? undefined;
  const events = useLoad(`${channelConnectionId} ${cursor}`, ({ channelEvents }) =>
    channelEvents.list({ channelConnectionId, status: "FAILED", cursor, limit: pageLength }),
  );
  const { channels: words, endpoint } = texts.access;
  const columns: Column<ChannelEvent>[] = [
    { title: words.event, cell: ({ externalEventId }) => externalEventId },
    {
      title: words.received,
      cell: ({ createdAt }) => <ViewerTime at={createdAt} />,
    },
    { title: words.asksFor, cell: ({ type }) => words.events[type] },
    { title: words.why, cell: ({ error }) => refusalWords(error) },
    { title: words.payload, cell: (event) => <Payload event={event} /> },
  ];
  if (may("sync:write"))
    columns.push({
      title: words.retry,
      cell: ({ id, externalEventId }) => (
        <RetryButton
          label={words.retry}
          name={externalEventId}
          act={({ channelEvents }) => channelEvents.reprocess(id)}
          done={events.reload}
        />
      ),
    });
  return (
    <>
      <h2>{words.failedEvents}</h2>
      <p class="controls">
        <button type="button" onClick={events.reload}>
          {endpoint.lookAgain}
        </button>
      </p>
      <IfLoaded loaded={events}>
        {({ items, nextCursor }) => (
          <>
            <DataList
              caption={words.failedEvents}
              empty={words.noFailed}
              rows={items}
              keyOf={({ id }) => id}
              columns={columns}
            />
            <PageLink cursor={nextCursor} />
          </>
        )}
      </IfLoaded>
    </>
  );
}

function refusalWords(code: string | null): string {
  const known: Readonly<Record<string, string>> = texts.refusals;
  return known[code ?? ""] ?? code ?? "";
}

function Payload({ event: { payload } }: { event: ChannelEvent }) {
  return (
    <details>
      <summary>{texts.access.channels.showPayload}</summary>
      <pre>{JSON.stringify(payload, null, 2)}</pre>
    </details>
  );
}
