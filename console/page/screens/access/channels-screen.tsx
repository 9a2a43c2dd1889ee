/** Screen 10: the channels, and how what they send and are sent fares. */
import type { Operations } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { RecordButton } from "../../parts/record-button.tsx";
import { SupplierChoice } from "../../parts/supplier-choice.tsx";
import { go, hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
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
  const { channels: words, endpoint } = texts.access;
  const { lastSuccess, nextAttempt } = timeColumns();
  return (
    <>
      {may("sync:write") && <NewChannel />}
      <IfLoaded loaded={channels}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows}
            keyOf={({ channel }) => channel.id}
            columns={[
              {
                title: texts.day.name,
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
    </>
  );
}

const countedMax = 100;

/** Loads channels one after the other: an operator with fifty channels still leaves room for others. */
async function loadChannels({ channels, channelEvents, sync }: Operations) {
  const rows = [];
  for (const channel of await channels.list()) {
    const of = { channelConnectionId: channel.id };
    const [done, due, failed] = await Promise.all([
      sync.listJobs({ ...of, status: "SUCCEEDED", limit: 1 }),
      sync.listJobs({ ...of, status: "PENDING" }),
      channelEvents.list({ ...of, status: "FAILED", limit: countedMax }),
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

/** Without the updates nobody could change the channel's bookings here. */
const notificationTypes = ["BOOKING_UPDATE"] as const;
const first = {
  name: "",
  code: "",
  endpointUrl: null as string | null,
  supplierId: null as string | null,
};

function NewChannel() {
  const { channels: words, endpoint } = texts.access;
  return (
    <p class="controls">
      <RecordButton
        label={words.new}
        submit={words.connect}
        isMain
        first={first}
        fields={[
          { name: "name", label: texts.day.name },
          { name: "code", label: words.code, maxLength: 32, hint: words.codeHint },
          {
            name: "endpointUrl",
            label: endpoint.url,
            type: "url",
            maxLength: 2_048,
            isOptional: true,
            hint: words.urlHint,
          },
        ]}
        send={({ channels }, draft) => channels.create({ ...draft, notificationTypes })}
        done={({ id }) => go(hrefOf(`/access/channels/${id}`))}
      >
        {({ supplierId }, change) => (
          <SupplierChoice supplierId={supplierId} choose={(id) => change({ supplierId: id })} />
        )}
      </RecordButton>
    </p>
  );
}
