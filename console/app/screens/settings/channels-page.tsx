/** Channels: how each fares; and one of them with its keys, what it was sent and what it has sent. */
import { Anchor, Badge, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Operations } from "@slipway/client";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { texts } from "../../../page/texts/texts.ts";
import type { PageGiven } from "../../page.ts";
import { Channel } from "./channel.tsx";
import { EndpointList, attemptColumns } from "./endpoint-list.tsx";
import { HealthDot, soonest } from "./endpoint.tsx";
import { FormModal } from "./form-modal.tsx";
import { SupplierSelect } from "./supplier-select.tsx";
import { settingsTexts } from "./texts.ts";

export function ChannelsPage({ params: { id } }: PageGiven) {
  return id ? <Channel id={id} /> : <Channels />;
}

type Row = Awaited<ReturnType<typeof loadChannels>>[number];

function Channels() {
  const { channels: own, ...all } = settingsTexts();
  const { channels: words } = texts.access;
  return (
    <EndpointList
      title={words.title}
      hint={own.hint}
      queryKey="channels"
      load={loadChannels}
      scope="sync:write"
      newLabel={words.new}
      newOne={(close) => <NewChannel close={close} />}
      keyOf={({ channel }) => channel.id}
      empty={own.empty}
      emptyHint={own.emptyHint}
      columns={[
        {
          title: all.name,
          cell: ({ channel: { id, name } }) => (
            <Anchor component={Link} href={`/channels/${id}`} size="sm" fw={600}>
              {name}
            </Anchor>
          ),
        },
        { title: words.code, cell: ({ channel: { code } }) => <code>{code}</code> },
        { title: all.state, cell: (row) => <HealthDot health={healthOf(row)} /> },
        ...attemptColumns<Row>(),
        {
          title: words.failedEvents,
          isNumber: true,
          cell: ({ failed }) =>
            failed === 0 ? (
              "0"
            ) : (
              <Badge color="red" variant="light">
                {failed}
              </Badge>
            ),
        },
      ]}
    />
  );
}

function healthOf({ channel, failed, lastSucceededAt, hasGivenUp }: Row) {
  if (channel.status === "DISABLED") return "off";
  if (failed !== 0 || hasGivenUp) return "failing";
  return lastSucceededAt === null ? "unused" : "good";
}

const countedMax = 100;

/** Loads channels one after the other: an operator with fifty channels still leaves room for others. */
async function loadChannels({ channels, channelEvents, sync }: Operations) {
  const rows = [];
  for (const channel of await channels.list()) {
    const of = { channelConnectionId: channel.id };
    const [due, latest, failed] = await Promise.all([
      sync.listJobs({ ...of, status: "PENDING" }),
      sync.listJobs({ ...of, limit: 1 }),
      channelEvents.list({ ...of, status: "FAILED", limit: countedMax }),
    ]);
    rows.push({
      channel,
      lastSucceededAt: channel.lastSucceededAt,
      nextAttemptAt: soonest(due.items),
      hasGivenUp: latest.items[0]?.status === "FAILED",
      failed: failed.nextCursor === null ? failed.items.length : `${countedMax}+`,
    });
  }
  return rows;
}

/** Without the updates nobody could change the channel's bookings here. */
const notificationTypes = ["BOOKING_UPDATE"] as const;

function NewChannel({ close }: { readonly close: () => void }) {
  const { channels: words, endpoint } = texts.access;
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [url, setUrl] = useState("");
  const [supplierId, setSupplierId] = useState<string | null>(null);
  const [, go] = useLocation();
  const queries = useQueryClient();
  const endpointUrl = url === "" ? null : url;
  return (
    <FormModal
      title={words.new}
      submit={words.connect}
      close={close}
      send={({ channels }) =>
        channels.create({ name, code, endpointUrl, supplierId, notificationTypes })
      }
      done={({ id }) => {
        void queries.invalidateQueries({ queryKey: ["channels"] });
        go(`/channels/${id}`);
      }}
    >
      <TextInput
        label={settingsTexts().name}
        required
        maxLength={1_000}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.code}
        description={words.codeHint}
        required
        maxLength={32}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <TextInput
        label={endpoint.url}
        description={words.urlHint}
        type="url"
        placeholder="https://"
        maxLength={2_048}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <SupplierSelect supplierId={supplierId} choose={setSupplierId} />
    </FormModal>
  );
}
