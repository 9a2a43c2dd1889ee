/** An order: its bookings, what is paid for them, who has changed it, and what is done with all of them at once. */
import { Box, Grid, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Order } from "@slipway/client";
import { calledOf } from "../../../page/parts/booking-facts.ts";
import { viewerZone } from "../../../page/parts/time-words.ts";
import { type OpenedOrder, loadOrder } from "../../../page/screens/orders/load-order.ts";
import { ask, may } from "../../../page/session.ts";
import { counted } from "../../../page/texts/texts.ts";
import { useChanges, useLooks } from "../../../page/use-changes.ts";
import type { PageGiven } from "../../page.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { partWords } from "../../parts/texts.ts";
import "../booking/booking.css";
import { History } from "../booking/history.tsx";
import { ConfirmOrder, OrderMenu } from "./order-actions.tsx";
import { OrderBookings } from "./order-bookings.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { orderTexts } from "./texts.ts";

export function OrderPage({ params: { id = "" } }: PageGiven) {
  return (
    <Box maw={1100}>
      <View key={id} id={id} />
    </Box>
  );
}

function View({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["order", id],
    queryFn: ({ signal }) => ask((slipway) => loadOrder(slipway, id), signal),
  });
  useChanges({ since: data?.since }, (heard) => {
    if (heard.some(({ orderId }) => orderId === id)) void refetch();
  });
  // A load that takes longer than a look goes on: else none would end.
  const again = (): void => void refetch({ cancelRefetch: false });
  // The feed has bookings alone: a new contact or note of the order changes none.
  useLooks(async () => {
    if (!data) return;
    const { updatedAt } = await ask(({ orders }) => orders.get(id));
    if (updatedAt !== data.order.updatedAt) again();
  });
  if (!data) return error ? <ProblemNote error={error} again={again} /> : <Waiting />;
  const { order, bookings } = data;
  const { status } = order;
  const mayAct = may("bookings:write") && (status === "OPEN" || status === "CONFIRMED");
  const done = (sentence: string): void => {
    notifications.show({ color: "green", message: sentence });
    void queries.invalidateQueries();
  };
  return (
    <Stack gap="md" className="booking" data-alone>
      <ProblemNote error={error} again={again} />
      <Head order={order}>{mayAct && <OrderMenu opened={data} done={done} />}</Head>
      {mayAct && status === "OPEN" && <ConfirmOrder opened={data} done={done} />}
      <OrderBookings bookings={bookings} archived={data.archived} />
      <Grid gap="md" align="flex-start">
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 1, md: 0 }}>
          {may("audit:read") && (
            <History entityType="order" record={order} zone={viewerZone} level={1} />
          )}
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 0, md: 1 }}>
          <OrderFacts order={order} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

interface HeadGiven extends Pick<OpenedOrder, "order"> {
  /** The menu of what is done with it. */
  readonly children: ReactNode;
}

function Head({ order, children }: HeadGiven) {
  const { bookings, status }: Order = order;
  const { called, below } = calledOf(order);
  const words = orderTexts();
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Title order={1} size="h2" className="break">
          {called}
        </Title>
        <Text size="sm" className="soft">
          {words.one}{" "}
          {below && (
            <Text span ff="monospace" inherit>
              {below}{" "}
            </Text>
          )}
          · {counted(bookings.length, partWords().bookings)}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <StatusBadge status={status} />
        {children}
      </Group>
    </Group>
  );
}

function Waiting() {
  return (
    <Box aria-hidden>
      <Skeleton h={56} mb="md" />
      <Skeleton h={200} mb="md" />
      <Skeleton h={120} />
    </Box>
  );
}
