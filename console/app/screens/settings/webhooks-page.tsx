/** Webhooks: how each fares; and one of them with what was sent to it. */
import { Anchor, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Operations } from "@slipway/client";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { texts } from "../../../page/texts/texts.ts";
import { hrefOf } from "../../address.ts";
import type { PageGiven } from "../../page.ts";
import { EndpointList, attemptColumns } from "./endpoint-list.tsx";
import { HealthDot, Latest, soonest } from "./endpoint.tsx";
import { FormModal } from "./form-modal.tsx";
import { SupplierSelect, useSupplierList } from "./supplier-select.tsx";
import { settingsTexts } from "./texts.ts";
import { Webhook } from "./webhook.tsx";
import { healthOf, hintOf } from "./webhook-health.ts";

export function WebhooksPage({ params: { id } }: PageGiven) {
  return id ? <Webhook id={id} /> : <Webhooks />;
}

type Row = Awaited<ReturnType<typeof loadWebhooks>>[number];

function Webhooks() {
  const { webhooks: words, ...all } = settingsTexts();
  const { endpoint } = texts.access;
  const suppliers = useSupplierList();
  return (
    <EndpointList
      title="Webhooks"
      hint={words.hint}
      queryKey="webhooks"
      load={loadWebhooks}
      scope="bookings:write"
      newLabel={words.new}
      newOne={(close) => <NewWebhook close={close} />}
      keyOf={({ webhook }) => webhook.id}
      empty={words.empty}
      emptyHint={words.emptyHint}
      columns={[
        {
          title: endpoint.url,
          cell: ({ webhook: { id, url } }) => (
            <Anchor component={Link} href={`/webhooks/${id}`} size="sm" fw={600} className="break">
              {url}
            </Anchor>
          ),
        },
        {
          title: all.state,
          cell: ({ webhook }) => <HealthDot health={healthOf(webhook)} hint={hintOf(webhook)} />,
        },
        ...(suppliers.length > 1
          ? [
              {
                title: texts.parts.supplier,
                cell: ({ webhook }: Row) =>
                  suppliers.find(({ id }) => id === webhook.supplierId)?.name ??
                  texts.parts.allSuppliers,
              },
            ]
          : []),
        { title: words.latest, cell: ({ latest }) => <Latest statuses={latest} /> },
        ...attemptColumns<Row>(),
      ]}
    />
  );
}

const latestMax = 20;

/** Loads webhooks one after the other: an operator with fifty still leaves room for others. */
async function loadWebhooks({ webhooks }: Operations) {
  const rows = [];
  for (const webhook of await webhooks.listSubscriptions()) {
    const [latest, due] = await Promise.all([
      webhooks.listDeliveries(webhook.id, { limit: latestMax }),
      webhooks.listDeliveries(webhook.id, { status: "PENDING" }),
    ]);
    rows.push({
      webhook,
      latest: latest.items.map(({ status }) => status),
      lastSucceededAt: webhook.lastSucceededAt,
      nextAttemptAt: soonest(due.items),
    });
  }
  return rows;
}

function NewWebhook({ close }: { readonly close: () => void }) {
  const { receivers, endpoint } = texts.access;
  const [url, setUrl] = useState("");
  const [supplierId, setSupplierId] = useState<string | null>(null);
  const [, go] = useLocation();
  const queries = useQueryClient();
  return (
    <FormModal
      title={settingsTexts().webhooks.new}
      submit={receivers.add}
      close={close}
      send={({ webhooks }) =>
        webhooks.createSubscription({ url, ...(supplierId === null ? {} : { supplierId }) })
      }
      done={({ id, warning }) => {
        void queries.invalidateQueries({ queryKey: ["webhooks"] });
        go(hrefOf(`/webhooks/${id}`, { warning: warning?.code }));
      }}
    >
      <TextInput
        label={endpoint.url}
        description={receivers.urlHint}
        type="url"
        placeholder="https://"
        required
        maxLength={2_048}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        data-autofocus
      />
      <SupplierSelect supplierId={supplierId} choose={setSupplierId} />
    </FormModal>
  );
}
