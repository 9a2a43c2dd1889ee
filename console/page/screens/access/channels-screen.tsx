/** Screen 10: the channels, and how what they send and are sent fares. */
import { useState } from "preact/hooks";
import type { Slipway } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { MainButton } from "../../parts/main-button.tsx";
import { SupplierChoice } from "../../parts/supplier-choice.tsx";
import { go, hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { soonest, timeColumns } from "./endpoint-words.tsx";

export const channelsScreen: Screen = {
  paths: ["/access/channels"],
  scopes: ["sync:read"],
  group: "access",
  title: ({ access }) => access.channels.title,
  View: ChannelsScreen,
};

function ChannelsScreen() {
  const channels = useLoad("channels", loadChannels);
  const [isNew, setIsNew] = useState(false);
  const { channels: words, endpoint } = texts.value.access;
  const { lastSuccess, nextAttempt } = timeColumns();
  return (
    <>
      <h1>{words.title}</h1>
      <MainButton scope="sync:write" label={words.new} open={() => setIsNew(true)} />
      <IfLoaded loaded={channels}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows}
            keyOf={({ channel }) => channel.id}
            columns={[
              {
                title: words.name,
                cell: ({ channel: { id, name } }) => (
                  <a href={hrefOf(`/access/channels/${id}`)}>{name}</a>
                ),
              },
              { title: endpoint.state, cell: ({ channel }) => endpoint.states[channel.status] },
              lastSuccess,
              nextAttempt,
              { title: words.failedEvents, isNumber: true, cell: ({ failed }) => failed },
            ]}
          />
        )}
      </IfLoaded>
      {isNew && <NewChannel close={() => setIsNew(false)} />}
    </>
  );
}

const countedMax = 100;

/** One after the other: an operator with fifty channels still leaves room for others. */
async function loadChannels({ channels, channelEvents, sync }: Slipway, signal: AbortSignal) {
  const rows = [];
  for (const channel of await channels.list({ signal })) {
    const of = { channelConnectionId: channel.id };
    const [done, due, failed] = await Promise.all([
      sync.listJobs({ ...of, status: "SUCCEEDED", limit: 1 }, { signal }),
      sync.listJobs({ ...of, status: "PENDING" }, { signal }),
      channelEvents.list({ ...of, status: "FAILED", limit: countedMax }, { signal }),
    ]);
    rows.push({
      channel,
      lastSuccessAt: done.items[0]?.updatedAt,
      nextAttemptAt: soonest(due.items),
      failed: failed.nextCursor === null ? failed.items.length : `${countedMax}+`,
    });
  }
  return rows;
}

function NewChannel({ close }: { close: () => void }) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [url, setUrl] = useState("");
  const [supplierId, setSupplierId] = useState<string | null>(null);
  const { channels: words, endpoint } = texts.value.access;
  return (
    <FormDialog
      title={words.new}
      submit={words.connect}
      send={({ channels }) =>
        channels.create({
          name,
          code,
          supplierId,
          // Without it nobody could change the channel's bookings here.
          notificationTypes: ["BOOKING_UPDATE"],
          endpointUrl: url === "" ? null : url,
        })
      }
      done={({ id }) => go(hrefOf(`/access/channels/${id}`))}
      close={close}
    >
      <Field
        label={words.name}
        type="text"
        required
        maxLength={1_000}
        value={name}
        onInput={setName}
      />
      <Field
        label={words.code}
        type="text"
        required
        maxLength={32}
        hint={words.codeHint}
        value={code}
        onInput={setCode}
      />
      <Field
        label={endpoint.url}
        type="url"
        maxLength={2_048}
        hint={words.urlHint}
        value={url}
        onInput={setUrl}
      />
      <SupplierChoice supplierId={supplierId} choose={setSupplierId} />
    </FormDialog>
  );
}
