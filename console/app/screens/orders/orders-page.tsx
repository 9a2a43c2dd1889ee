/** All orders of the tenant, newest first, by state, name or reference. */
import { Anchor, Box, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Link } from "wouter";
import type { Order, OrderStatus } from "@slipway/client";
import { answerTime } from "../../../page/answer-time.ts";
import { calledOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useChanges } from "../../../page/use-changes.ts";
import { useChoice } from "../../address.ts";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { partWords } from "../../parts/texts.ts";
import { bookingsTexts } from "../bookings/texts.ts";
import { orderTexts } from "./texts.ts";

/** As many as one request takes. */
const shownMax = 100;
const statuses = ["OPEN", "CONFIRMED", "CANCELLED", "EXPIRED"] as const;

export function OrdersPage() {
  const words = orderTexts();
  const [status] = useChoice("status");
  // It is in no address: an address must not name people.
  const [typed, setTyped] = useState("");
  const [still] = useDebouncedValue(typed.trim(), 200);
  const search = still === "" ? undefined : still;
  const { data, error, refetch } = useQuery({
    queryKey: ["orders", status, search],
    queryFn: ({ signal }) => {
      const query = { status: statuses.find((each) => each === status), search };
      return ask(async ({ orders }) => {
        const list = orders.list({ ...query, limit: shownMax });
        const { data: found, response } = await list.withResponse();
        return { items: found.items, ...answerTime(response) };
      }, signal);
    },
    placeholderData: keepPreviousData,
  });
  useChanges({ since: data?.since }, (heard) => {
    if (heard.some(({ orderId }) => orderId)) void refetch();
  });
  return (
    <Stack gap="md">
      <Head title={words.title} hint={words.hint} />
      <Filters typed={typed} type={setTyped} />
      <RecordList
        title={words.title}
        rows={data?.items}
        error={error}
        again={() => void refetch()}
        keyOf={({ id }) => id}
        empty={search || status ? words.noneFound : words.none}
        emptyHint={words.noneHint}
        columns={columns()}
        foot={
          data?.items.length === shownMax && (
            <Text size="xs" className="soft" p="md">
              {fill(words.newest, { count: shownMax })}
            </Text>
          )
        }
      />
    </Stack>
  );
}

function columns() {
  const words = orderTexts();
  const { day, booking } = texts;
  const at = (time: string | null) => time && timeWords(time, viewerZone, true);
  return [
    { title: words.contact, cell: (order: Order) => <Named order={order} /> },
    {
      title: words.bookings,
      cell: ({ bookings }: Order) => counted(bookings.length, partWords().bookings),
    },
    { title: day.status, cell: ({ status }: Order) => <StatusBadge status={status} /> },
    {
      title: booking.heldUntil,
      cell: ({ status, expiresAt }: Order) => status === "OPEN" && at(expiresAt),
    },
    { title: words.made, cell: ({ createdAt }: Order) => at(createdAt) },
    {
      title: day.total,
      isNumber: true,
      cell: (order: Order) => moneyWords(order.retail, order),
    },
  ];
}

function Named({ order }: { readonly order: Order }) {
  const { id, resellerReference } = order;
  const { called, below } = calledOf(order);
  return (
    <Box>
      <Anchor component={Link} href={`/orders/${id}`} size="sm" fw={600}>
        {called}
      </Anchor>
      <Text size="xs" className="soft">
        <Text span ff="monospace" inherit>
          {below}
        </Text>
        {below && resellerReference && " · "}
        {resellerReference}
      </Text>
    </Box>
  );
}

interface FiltersGiven {
  readonly typed: string;
  readonly type: (text: string) => void;
}

function Filters({ typed, type }: FiltersGiven) {
  const words = bookingsTexts();
  const [status, choose] = useChoice("status");
  return (
    <Group gap="xs">
      <TextInput
        type="search"
        aria-label={orderTexts().title}
        placeholder={words.searchHint}
        leftSection={<Search size={16} aria-hidden />}
        flex="1 1 14rem"
        maw={360}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      <Select
        aria-label={words.status}
        placeholder={words.anyStatus}
        clearable
        data={statuses.map((each: OrderStatus) => ({ value: each, label: texts.status[each] }))}
        value={status}
        onChange={choose}
        w={170}
      />
    </Group>
  );
}
