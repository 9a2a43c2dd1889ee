/** Check-in: scans tickets by camera, by a hand scanner or by name, with and without a connection. */
import { Alert, Box, Card, Grid, Group, Select, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Booking } from "@slipway/client";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import { dateWords, timeWords } from "../../../page/parts/time-words.ts";
import { keepPage } from "../../../page/screens/check-in/keep-page.ts";
import { ticketSumOf } from "../../../page/screens/check-in/party-lines.ts";
import { namedBy, partyScan } from "../../../page/screens/check-in/scans.ts";
import { type Departure, nameOf, nextOf } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted } from "../../../page/texts/texts.ts";
import { dayGiven } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import type { PageGiven } from "../../page.ts";
import { DaySteps } from "../../parts/day-steps.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { partWords } from "../../parts/texts.ts";
import { useSupplier } from "../../supplier.ts";
import { useDay } from "../day/use-day.ts";
import "./check-in.css";
import { Guests } from "./guests.tsx";
import { ScanPanel } from "./scan-panel.tsx";
import { ScanList } from "./scan-list.tsx";
import { checkInTexts } from "./texts.ts";
import { useScans } from "./use-scans.ts";

// In this file, so that it is there without a connection.
export { Outage } from "./outage.tsx";

export function CheckInPage({ params }: PageGiven) {
  const supplier = useSupplier();
  const date = dayGiven(params["date"], supplier.timezone);
  const { day, error, reload } = useDay(supplier, date);
  const [openKey, open] = useChoice("departure");
  const departures = day?.departures ?? [];
  const chosen =
    openKey === any
      ? undefined
      : (departures.find(({ key }) => key === openKey) ?? nextOf(departures));
  const shown = chosen ? [chosen] : departures;
  const bookings = shown.flatMap((each) => each.bookings);
  const scans = useScans(bookings, chosen?.startAt);
  useEffect(() => void keepPage().catch(() => undefined), []);
  const doneCount = scans.entries.filter(({ outcome }) => outcome).length;
  useEffect(() => {
    // The guests show at once what was checked in here.
    if (doneCount > 0) reload();
  }, [doneCount]);
  return (
    <Stack gap="md">
      <Head date={date} />
      {/* Without a connection the list stays as it was, and the scans say that there is none. */}
      <ProblemNote error={scans.isAway ? null : error} again={reload} />
      <Away entries={scans.entries} isAway={scans.isAway} />
      <Grid gap="md" align="flex-start">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <Choice departures={departures} chosen={chosen} open={open} />
            <Scanning bookings={bookings} scans={scans} timezone={supplier.timezone} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          {day ? <GuestCard {...{ bookings, scans, reload }} /> : !error && <Skeleton h={200} />}
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** In the address: a ticket of any departure is taken. */
const any = "any";

function Head({ date }: { readonly date: string }) {
  return (
    <Group justify="space-between" gap="sm">
      <Box>
        <Title order={1} size="h2">
          {checkInTexts().title}
        </Title>
        <Text size="sm" className="soft">
          {dateWords(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
        </Text>
      </Box>
      <DaySteps path="/check-in" date={date} />
    </Group>
  );
}

type Scans = ReturnType<typeof useScans>;

function Away({ entries, isAway }: Pick<Scans, "entries" | "isAway">) {
  const count = entries.filter(({ outcome }) => !outcome).length;
  if (!isAway || count === 0) return null;
  return <Alert color="blue">{counted(count, checkInTexts().away)}</Alert>;
}

interface ChoiceGiven {
  readonly departures: readonly Departure[];
  readonly chosen: Departure | undefined;
  readonly open: (key: string) => void;
}

function Choice({ departures, chosen, open }: ChoiceGiven) {
  const words = checkInTexts();
  const data = departures.map((each) => ({
    value: each.key,
    label: `${timeWords(each.startAt, each.timezone)} ${nameOf(each)}`,
  }));
  return (
    <Select
      label={words.departure}
      data={[...data, { value: any, label: words.any }]}
      value={chosen?.key ?? any}
      onChange={(key) => key !== null && open(key)}
      allowDeselect={false}
    />
  );
}

interface ScanningGiven {
  readonly bookings: readonly Booking[];
  readonly scans: Scans;
  readonly timezone: string;
}

function Scanning({ bookings, scans, timezone }: ScanningGiven) {
  const [isNobody, setNobody] = useState(false);
  const typed = (text: string): void => {
    const named = namedGuest(bookings, text) ?? namedBy(text);
    setNobody(named === undefined);
    if (named) scans.scan(named);
  };
  return (
    <>
      <ScanPanel found={typed} />
      {isNobody && <Alert color="orange">{checkInTexts().noName}</Alert>}
      <ScanList entries={scans.entries} isAway={scans.isAway} timezone={timezone} />
    </>
  );
}

/** A name is taken where one party alone has it. */
function namedGuest(bookings: readonly Booking[], text: string) {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return undefined;
  const found = bookings.filter((each) => nameOfBooking(each).toLowerCase().includes(wanted));
  return found.length === 1 && found[0] ? partyScan(found[0]) : undefined;
}

interface GuestCardGiven {
  readonly bookings: readonly Booking[];
  readonly scans: Scans;
  readonly reload: () => void;
}

function GuestCard({ bookings, scans, reload }: GuestCardGiven) {
  const words = checkInTexts();
  const waiting = new Set(
    scans.entries.flatMap(({ outcome, bookingId }) => (outcome ? [] : (bookingId ?? []))),
  );
  return (
    <Card withBorder component="section" aria-label={words.guests}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {words.guests}
        </Title>
        <Text size="sm" className="number soft">
          {fill(partWords().tickets, ticketSumOf(bookings))}
        </Text>
      </Group>
      {bookings.length === 0 && <Text className="soft">{words.noGuest}</Text>}
      <Guests
        bookings={bookings}
        waiting={waiting}
        checkIn={(booking, items) => scans.scan(partyScan(booking, items))}
        reload={reload}
        forget={scans.forget}
      />
    </Card>
  );
}
