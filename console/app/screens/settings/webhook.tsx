/** One webhook: what can be done with it, and each delivery with its attempts. */
import { Alert, Anchor, Button, Group, List, Select, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import Send from "lucide-react/icons/send";
import type { WebhookDelivery, WebhookSubscription } from "@slipway/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { useChoice } from "../../address.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { BackLink } from "./back-link.tsx";
import { AgainButton, PagedRecords } from "./endpoint-list.tsx";
import { EndpointMenu } from "./endpoint-menu.tsx";
import { HealthDot, SentBadge, attemptWords, failureWords } from "./endpoint.tsx";
import { type Column, Head } from "../../parts/record-list.tsx";
import { settingsTexts } from "./texts.ts";
import { healthOf, hintOf } from "./webhook-health.ts";
import { When } from "./when.tsx";

export function Webhook({ id }: { readonly id: string }) {
  const words = settingsTexts();
  const [warning] = useChoice("warning");
  const { data, error, refetch } = useQuery({
    queryKey: ["webhook", id],
    queryFn: ({ signal }) => ask(({ webhooks }) => webhooks.getSubscription(id), signal),
  });
  return (
    <Stack gap="md">
      <BackLink href="/webhooks">{words.back}</BackLink>
      {warning !== null && (
        <Alert color="orange">
          {fill(texts.access.receivers.warning, { reason: failureWords(warning) })}
        </Alert>
      )}
      <ProblemNote error={error} again={() => void refetch()} />
      {data && <Shown webhook={data} reload={() => void refetch()} />}
      <Deliveries id={id} />
    </Stack>
  );
}

interface ShownGiven {
  readonly webhook: WebhookSubscription;
  readonly reload: () => void;
}

function Shown({ webhook, reload }: ShownGiven) {
  const { id, url, status, originProvenAt } = webhook;
  const { receivers, endpoint } = texts.access;
  const [, go] = useLocation();
  const queries = useQueryClient();
  const changed = (): void => {
    void queries.invalidateQueries({ queryKey: ["webhooks"] });
    reload();
  };
  return (
    <>
      <Head title={url}>
        {may("bookings:write") && (
          <>
            <Test id={id} done={changed} />
            <EndpointMenu
              name={url}
              status={status}
              turnHint={receivers.turnHint}
              removeHint={receivers.removeHint}
              turn={({ webhooks }, next) => webhooks.updateSubscription(id, { status: next })}
              read={({ webhooks }) => webhooks.getSecret(id)}
              replace={({ webhooks }) => webhooks.rotateSecret(id)}
              remove={({ webhooks }) => webhooks.deleteSubscription(id)}
              changed={changed}
              removed={() => {
                void queries.invalidateQueries({ queryKey: ["webhooks"] });
                go("/webhooks");
              }}
            />
          </>
        )}
      </Head>
      <Group gap="xl">
        <HealthDot health={healthOf(webhook)} hint={hintOf(webhook)} />
        {originProvenAt && (
          <Text size="sm" className="soft">
            {endpoint.proven} <When at={originProvenAt} />
          </Text>
        )}
      </Group>
    </>
  );
}

/** One attempt with made-up data, and what the receiver answered. */
function Test({ id, done }: { readonly id: string; readonly done: () => void }) {
  const { act, isBusy, error } = useAction();
  const { webhooks: words } = settingsTexts();
  const queries = useQueryClient();
  return (
    <>
      <Button
        leftSection={<Send size={16} />}
        loading={isBusy}
        onClick={() =>
          void act(
            ({ webhooks }) => webhooks.testSubscription(id),
            ({ attempts, status }) => {
              const last = attempts.at(-1);
              const answer = last ? attemptWords(last) : texts.access.receivers.testPending;
              notifications.show({
                color: status === "SUCCEEDED" ? "green" : "orange",
                message: fill(words.tested, { answer }),
              });
              void queries.invalidateQueries({ queryKey: ["deliveries", id] });
              done();
            },
          )
        }
      >
        {words.test}
      </Button>
      <ProblemNote error={error} />
    </>
  );
}

const statuses = ["PENDING", "SUCCEEDED", "FAILED"] as const;
function Deliveries({ id }: { readonly id: string }) {
  const [chosen, choose] = useChoice("status");
  const status = statuses.find((each) => each === chosen);
  const { receivers: words, endpoint } = texts.access;
  const { webhooks: own } = settingsTexts();
  return (
    <PagedRecords
      title={words.deliveries}
      queryKey={["deliveries", id, status]}
      load={({ webhooks }, page) => webhooks.listDeliveries(id, { status, ...page })}
      keyOf={(delivery) => delivery.id}
      empty={status ? texts.list.empty : own.noDelivery}
      emptyHint={own.noDeliveryHint}
      columns={deliveryColumns}
    >
      <Select
        aria-label={endpoint.state}
        placeholder={words.all}
        clearable
        size="xs"
        w={150}
        value={status ?? null}
        onChange={choose}
        data={statuses.map((value) => ({ value, label: endpoint.sent[value] }))}
      />
    </PagedRecords>
  );
}

function deliveryColumns(again: () => void): Column<WebhookDelivery>[] {
  const { receivers: words, endpoint } = texts.access;
  const columns: Column<WebhookDelivery>[] = [
    { title: words.about, cell: (delivery) => <About delivery={delivery} /> },
    { title: endpoint.made, cell: ({ createdAt }) => <When at={createdAt} /> },
    { title: endpoint.state, cell: ({ status }) => <SentBadge status={status} /> },
    { title: words.attempts, cell: (delivery) => <Attempts delivery={delivery} /> },
    {
      title: endpoint.nextAttempt,
      cell: ({ nextAttemptAt }) => <When at={nextAttemptAt} none={endpoint.none} />,
    },
  ];
  if (!may("bookings:write")) return columns;
  const { webhooks: own } = settingsTexts();
  const retry: Column<WebhookDelivery> = {
    title: endpoint.again,
    cell: (delivery) => (
      <AgainButton
        label={endpoint.again}
        name={fill(own.sendAgain, { name: nameOf(delivery) })}
        said={own.sentAgain}
        send={({ webhooks }) => webhooks.redeliver(delivery.id)}
        done={again}
      />
    ),
  };
  return [...columns, retry];
}

function nameOf({ action, createdAt }: WebhookDelivery): string {
  return `${action}, ${timeWords(createdAt, viewerZone, true)}`;
}

function About({ delivery: { action, bookingId } }: { readonly delivery: WebhookDelivery }) {
  if (bookingId === null) return action;
  return (
    <Anchor component={Link} href={`/bookings/${bookingId}`} size="sm" fw={600}>
      {action}
    </Anchor>
  );
}

function Attempts({ delivery: { attempts } }: { readonly delivery: WebhookDelivery }) {
  const last = attempts.at(-1);
  if (!last) return null;
  const words = `${counted(attempts.length, texts.access.receivers.attemptCount)}: ${attemptWords(last)}`;
  if (attempts.length === 1) return <Text size="sm">{words}</Text>;
  return (
    <details>
      <summary>{words}</summary>
      <List type="ordered" size="xs">
        {attempts.map((attempt) => (
          <List.Item key={attempt.at}>
            <When at={attempt.at} />: {attemptWords(attempt)}
          </List.Item>
        ))}
      </List>
    </details>
  );
}
