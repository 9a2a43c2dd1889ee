/** Screen 10: the receivers of webhooks, and how each of them fares. */
import type { Operations, WebhookSubscription } from "@slipway/client";
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

export const receiversScreen: Screen = {
  paths: ["/access/receivers"],
  scopes: ["bookings:read"],
  group: "access",
  title: ({ access }) => access.receivers.title,
  View: ReceiversScreen,
};

function ReceiversScreen() {
  const receivers = useLoad("receivers", loadReceivers);
  const { receivers: words, endpoint } = texts.access;
  const { lastSuccess, nextAttempt } = timeColumns();
  return (
    <>
      {may("bookings:write") && <NewReceiver />}
      <IfLoaded loaded={receivers}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows}
            keyOf={({ receiver }) => receiver.id}
            columns={[
              {
                title: endpoint.url,
                cell: ({ receiver: { id, url } }) => (
                  <a href={hrefOf(`/access/receivers/${id}`)}>{url}</a>
                ),
              },
              { title: endpoint.state, cell: ({ receiver }) => receiverState(receiver) },
              lastSuccess,
              {
                title: words.failuresInRow,
                isNumber: true,
                cell: ({ receiver }) => receiver.consecutiveFailures,
              },
              nextAttempt,
            ]}
          />
        )}
      </IfLoaded>
    </>
  );
}

/** Loads receivers one after the other: an operator with fifty receivers still leaves room for others. */
async function loadReceivers({ webhooks }: Operations) {
  const rows = [];
  for (const receiver of await webhooks.listSubscriptions()) {
    const [done, due] = await Promise.all([
      webhooks.listDeliveries(receiver.id, { status: "SUCCEEDED", limit: 1 }),
      webhooks.listDeliveries(receiver.id, { status: "PENDING" }),
    ]);
    const lastSuccessAt = done.items[0]?.attempts.at(-1)?.at;
    rows.push({ receiver, lastSuccessAt, nextAttemptAt: soonest(due.items) });
  }
  return rows;
}

export function receiverState({ status, disabledReason }: WebhookSubscription): string {
  const { states, reasons } = texts.access.endpoint;
  const known: Readonly<Record<string, string>> = reasons;
  return disabledReason === null ? states[status] : (known[disabledReason] ?? disabledReason);
}

const first: { url: string; supplierId?: string | undefined } = { url: "" };

function NewReceiver() {
  const { receivers: words, endpoint } = texts.access;
  return (
    <p class="controls">
      <RecordButton
        label={words.new}
        submit={words.add}
        isMain
        first={first}
        fields={[
          { name: "url", label: endpoint.url, type: "url", maxLength: 2_048, hint: words.urlHint },
        ]}
        send={({ webhooks }, draft) => webhooks.createSubscription(draft)}
        done={({ id, warning }) =>
          go(hrefOf(`/access/receivers/${id}`, { warning: warning?.code }))
        }
      >
        {({ supplierId = null }, change) => (
          <SupplierChoice
            supplierId={supplierId}
            choose={(id) => change({ supplierId: id ?? undefined })}
          />
        )}
      </RecordButton>
    </p>
  );
}
