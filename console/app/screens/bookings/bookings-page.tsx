/** All bookings of a supplier in one table: saved filters, search, and what is done with several at once. */
import { Box, Button, Card, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import Download from "lucide-react/icons/download";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Booking } from "@slipway/client";
import { bookingIdIn, isNamed } from "../../../page/booking-names.ts";
import { csvOf } from "../../../page/csv.ts";
import { liveStatuses, paxOf } from "../../../page/parts/booking-facts.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { saveFile } from "../../../page/parts/save-file.ts";
import { isDecided } from "../../../page/screens/holds/decisions.ts";
import { searchText } from "../../../page/search-text.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import { useOpenBooking } from "../../parts/booking-link.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { totalsOf } from "../../parts/totals.ts";
import { partWords } from "../../parts/texts.ts";
import { useSupplier } from "../../supplier.ts";
import { BookingTable } from "./booking-table.tsx";
import "./bookings.css";
import { BulkBar } from "./bulk-bar.tsx";
import { csvRowsOf } from "./csv-rows.ts";
import { type Filter, sortGiven, viewGiven } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { bookingsTexts } from "./texts.ts";
import { useBookings } from "./use-bookings.ts";

export function BookingsPage() {
  const supplier = useSupplier();
  const filter = useFilter();
  const key = JSON.stringify(filter);
  const [pages, setPages] = useState({ of: key, count: 1 });
  const count = pages.of === key ? pages.count : 1;
  const found = useBookings(supplier, filter, count);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  useOpened(found.isOld ? undefined : found.data?.bookings, filter.text);
  const { data } = found;
  // A booking whose cancellation waits to be sent has left the lists of live ones already.
  const shown = data?.bookings.filter((each) => filter.view === "cancelled" || !isDecided(each));
  const total = data && shown ? data.total - (data.bookings.length - shown.length) : 0;
  const several = shown?.filter(({ id }) => chosen.has(id)) ?? [];
  const save = (bookings: readonly Booking[]): void =>
    saveFile(
      `${texts.find.title} ${dayIn(new Date(), supplier.timezone)}.csv`,
      csvOf(csvRowsOf(bookings, data?.catalog, texts)),
    );
  return (
    <Stack gap="md">
      <Head shown={shown} total={total} save={() => shown && save(shown)} />
      <FilterBar filter={filter} products={data?.catalog?.products} sources={found.sources} />
      <ProblemNote error={found.error} again={found.reload} />
      {shown ? (
        <Shown bookings={shown} {...{ filter, found, chosen, setChosen }} />
      ) : (
        !found.error && <Waiting />
      )}
      <More found={found} more={() => setPages({ of: key, count: count + 1 })} />
      <BulkBar
        bookings={several}
        catalog={data?.catalog}
        clear={() => setChosen(new Set())}
        save={() => save(several)}
      />
    </Stack>
  );
}

interface ShownGiven {
  readonly bookings: readonly Booking[];
  readonly filter: Filter;
  readonly found: ReturnType<typeof useBookings>;
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (ids: ReadonlySet<string>) => void;
}

function Shown({ bookings, filter, found, chosen, setChosen }: ShownGiven) {
  if (bookings.length === 0) return <Nothing filter={filter} />;
  return (
    <BookingTable
      bookings={bookings}
      catalog={found.data?.catalog}
      sort={filter.sort}
      chosen={chosen}
      setChosen={setChosen}
      isOld={found.isOld}
    />
  );
}

function useFilter(): Filter {
  const [view] = useChoice("view");
  const [date] = useChoice("date");
  const [product] = useChoice("product");
  const [status] = useChoice("status");
  const [source] = useChoice("source");
  const [sort] = useChoice("sort");
  const of = { view: viewGiven(view), date };
  return {
    ...of,
    text: searchText.value,
    product,
    status,
    source,
    sort: sortGiven(sort, of),
  };
}

/** A reference or an id names one booking: it is opened over the list as it was. */
function useOpened(found: readonly Booking[] | undefined, text: string): void {
  const open = useOpenBooking();
  const named = bookingIdIn(text) ?? found?.find((booking) => isNamed(booking, text))?.id;
  useEffect(() => {
    if (named === undefined) return;
    searchText.value = "";
    open(named);
  }, [named]);
}

/** Guests and value are of live bookings, as in the insights, and are known where all that is found is shown. */
function sumsOf(bookings: readonly Booking[], total: number): string {
  const live = bookings.filter(({ status }) => liveStatuses.split(",").includes(status));
  const guests = live.reduce((sum, each) => sum + paxOf(each), 0);
  const totals = totalsOf(live).map((each) => moneyWords(each.retail, each));
  const sums = [
    counted(guests, bookingsTexts().guests),
    ...(totals.length > 0 ? [totals.join(" + ")] : []),
  ];
  return [
    counted(Math.max(total, bookings.length), partWords().bookings),
    ...(bookings.length >= total && live.length > 0 ? sums : []),
  ].join(" · ");
}

function Nothing({ filter }: { readonly filter: Filter }) {
  const words = bookingsTexts();
  const [, go] = useLocation();
  const { view, text, date, product, status, source } = filter;
  const isNarrow = view !== "all" || text !== "" || [date, product, status, source].some(Boolean);
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="xs" py="lg">
        <Title order={2} size="h4">
          {isNarrow ? words.nothing : words.none}
        </Title>
        <Text size="sm" className="soft" ta="center">
          {isNarrow ? words.nothingHint : words.noneHint}
        </Text>
        {isNarrow ? (
          <Button
            variant="default"
            mt="xs"
            onClick={() => {
              searchText.value = "";
              go("/bookings");
            }}
          >
            {words.reset}
          </Button>
        ) : (
          <Button component={Link} href="/new" mt="xs">
            {words.newBooking}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function Waiting() {
  return (
    <Card withBorder padding="md" aria-hidden>
      <Stack gap={10}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map((each) => (
          <Skeleton key={each} h={38} />
        ))}
      </Stack>
    </Card>
  );
}

interface HeadGiven {
  readonly shown: readonly Booking[] | undefined;
  /** The number of bookings that are found. */
  readonly total: number;
  readonly save: () => void;
}

function Head({ shown, total, save }: HeadGiven) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Box>
        <Title order={1} size="h2">
          {texts.find.title}
        </Title>
        <Text size="sm" className="soft number" mih={22}>
          {shown && sumsOf(shown, total)}
        </Text>
      </Box>
      <Button
        variant="default"
        flex="none"
        leftSection={<Download size={16} aria-hidden />}
        disabled={!shown?.length}
        onClick={save}
      >
        {bookingsTexts().export}
      </Button>
    </Group>
  );
}

interface MoreGiven {
  readonly found: ReturnType<typeof useBookings>;
  readonly more: () => void;
}

function More({ found: { data, isFetching, isOld }, more }: MoreGiven) {
  const words = bookingsTexts();
  if (!data || data.total <= data.bookings.length) return null;
  return (
    <Group justify="center">
      <Text size="sm" className="soft number">
        {fill(words.shownOf, { shown: data.bookings.length, all: data.total })}
      </Text>
      <Button variant="default" loading={isFetching && isOld} onClick={more}>
        {words.more}
      </Button>
    </Group>
  );
}
