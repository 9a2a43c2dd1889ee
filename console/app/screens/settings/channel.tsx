/** One channel: what can be done with it, its keys, its refused events, and what it was sent. */
import { Group, Stack, Text } from "@mantine/core";
import type { ChannelConnection, ChannelEvent, SyncJob } from "@slipway/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { BackLink } from "./back-link.tsx";
import { AgainButton, PagedRecords } from "./endpoint-list.tsx";
import { EndpointMenu } from "./endpoint-menu.tsx";
import { HealthDot, SentBadge, failureWords } from "./endpoint.tsx";
import { Keys } from "./keys.tsx";
import { type Column, Head } from "../../parts/record-list.tsx";
import { settingsTexts } from "./texts.ts";
import { When } from "./when.tsx";

export function Channel({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["channel", id],
    queryFn: ({ signal }) => ask(({ channels }) => channels.get(id), signal),
  });
  const reload = (): void => void refetch();
  return (
    <Stack gap="lg">
      <BackLink href="/channels">{settingsTexts().back}</BackLink>
      <ProblemNote error={error} again={reload} />
      {data && (
        <>
          <Shown channel={data} reload={reload} />
          {may("api-keys:read") && <Keys channel={data} />}
          <Events id={id} />
          <Jobs id={id} />
        </>
      )}
    </Stack>
  );
}

interface ShownGiven {
  readonly channel: ChannelConnection;
  readonly reload: () => void;
}

function Shown({ channel, reload }: ShownGiven) {
  const { id, name, status, code, endpointUrl, originProvenAt, lastSucceededAt } = channel;
  const sent = lastSucceededAt === null ? "unused" : "good";
  const health = status === "ACTIVE" ? sent : "off";
  const { channels: words, endpoint } = texts.access;
  const [, go] = useLocation();
  const queries = useQueryClient();
  const forget = (): void => void queries.invalidateQueries({ queryKey: ["channels"] });
  return (
    <Stack gap="sm">
      <Head title={name}>
        {may("sync:write") && (
          <EndpointMenu
            name={name}
            status={status}
            turnHint={words.turnHint}
            removeHint={words.removeHint}
            turn={({ channels }, next) => channels.update(id, { status: next })}
            read={({ channels }) => channels.getSecret(id)}
            replace={({ channels }) => channels.rotateSecret(id)}
            remove={({ channels }) => channels.delete(id)}
            changed={() => {
              forget();
              reload();
            }}
            removed={() => {
              forget();
              go("/channels");
            }}
          />
        )}
      </Head>
      <Group gap="xl">
        <HealthDot health={health} />
        <Fact title={words.code}>{code}</Fact>
        <Fact title={endpoint.url}>{endpointUrl ?? endpoint.none}</Fact>
      </Group>
      {originProvenAt && (
        <Text size="sm" className="soft">
          {endpoint.proven} <When at={originProvenAt} />
        </Text>
      )}
    </Stack>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Text size="sm" className="break">
      <span className="soft">{title}:</span> {children}
    </Text>
  );
}

/** The dead letters of the channel. */
function Events({ id: channelConnectionId }: { readonly id: string }) {
  const { channels: words } = texts.access;
  return (
    <PagedRecords
      title={words.failedEvents}
      queryKey={["channel-events", channelConnectionId]}
      load={({ channelEvents }, page) =>
        channelEvents.list({ channelConnectionId, status: "FAILED", ...page })
      }
      keyOf={({ id }) => id}
      empty={words.noFailed}
      emptyHint={settingsTexts().channels.noFailedHint}
      columns={eventColumns}
    />
  );
}

function eventColumns(again: () => void): Column<ChannelEvent>[] {
  const { channels: words } = texts.access;
  const known: Readonly<Record<string, string>> = texts.refusals;
  const columns: Column<ChannelEvent>[] = [
    { title: words.event, cell: ({ externalEventId }) => externalEventId },
    { title: words.received, cell: ({ createdAt }) => <When at={createdAt} /> },
    { title: words.asksFor, cell: ({ type }) => words.events[type] },
    { title: words.why, cell: ({ error }) => known[error ?? ""] ?? error },
    {
      title: words.payload,
      cell: ({ payload, externalEventId: name }) => (
        <details>
          <summary aria-label={fill(settingsTexts().channels.payloadOf, { name })}>
            {words.showPayload}
          </summary>
          <pre className="payload">{JSON.stringify(payload, null, 2)}</pre>
        </details>
      ),
    },
  ];
  if (!may("sync:write")) return columns;
  const retry: Column<ChannelEvent> = {
    title: words.retry,
    cell: ({ id, externalEventId: name }) => (
      <AgainButton
        label={words.retry}
        name={fill(texts.parts.actOn, { action: words.retry, name })}
        said={settingsTexts().channels.tried}
        send={({ channelEvents }) => channelEvents.reprocess(id)}
        done={again}
      />
    ),
  };
  return [...columns, retry];
}

/** Jobs by which the channel was sent something. */
function Jobs({ id: channelConnectionId }: { readonly id: string }) {
  const { channels: words } = texts.access;
  return (
    <PagedRecords
      title={words.jobsTitle}
      queryKey={["channel-jobs", channelConnectionId]}
      load={({ sync }, page) => sync.listJobs({ channelConnectionId, ...page })}
      keyOf={({ id }) => id}
      empty={words.noJob}
      columns={jobColumns}
    />
  );
}

function jobColumns(again: () => void): Column<SyncJob>[] {
  const { channels: words, endpoint } = texts.access;
  const columns: Column<SyncJob>[] = [
    { title: words.about, cell: ({ type }) => words.jobs[type] },
    { title: endpoint.made, cell: ({ createdAt }) => <When at={createdAt} /> },
    { title: endpoint.state, cell: ({ status }) => <SentBadge status={status} /> },
    { title: words.lastError, cell: ({ lastError }) => lastError && failureWords(lastError) },
    {
      title: endpoint.nextAttempt,
      cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} none={endpoint.none} />,
    },
  ];
  if (!may("sync:write")) return columns;
  const retry: Column<SyncJob> = {
    title: endpoint.again,
    cell: ({ id, entityId, status }) =>
      status === "FAILED" && (
        <AgainButton
          label={endpoint.again}
          name={fill(texts.parts.actOn, { action: endpoint.again, name: entityId })}
          said={settingsTexts().channels.tried}
          send={({ sync }) => sync.retryJob(id)}
          done={again}
        />
      ),
  };
  return [...columns, retry];
}
