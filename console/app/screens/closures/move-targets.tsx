/** To which departure each party of a closure is moved, with a quote for each. */
import { Badge, Card, Group, Select, Skeleton, Stack, Text } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import type { AvailabilityEntry, Booking } from "@slipway/client";
import { useEffect, useState } from "react";
import { type Catalog, zoneOf } from "../../../page/catalog.ts";
import { nameOfBooking, partyOf } from "../../../page/parts/booking-facts.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { problemInWords } from "../../../page/problem-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { rangeOfDay, timeIn } from "../../../page/zone.ts";
import { changedPriceWords } from "../../parts/changed-price-words.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSold } from "../../parts/use-sold.ts";
import { type Block, isWithin } from "./closure.ts";
import { closureWords } from "./texts.ts";

/** Starts by booking: those that can be moved. */
export type Targets = ReadonlyMap<string, string>;

interface Given {
  readonly bookings: readonly Booking[];
  readonly catalog: Catalog;
  /** Where they are moved to unless another day is chosen. */
  readonly firstDay: string;
  /** Blocks of the closure. */
  readonly blocks?: readonly Block[];
  readonly setTargets: (change: (before: Targets) => Targets) => void;
}

export function MoveTargets({ bookings, catalog, firstDay, blocks = [], setTargets }: Given) {
  const words = closureWords();
  const [day, chooseDay] = useState(firstDay);
  const groups = Map.groupBy(bookings, ({ optionId, startAt }) => `${optionId} ${startAt}`);
  const set = (booking: Booking, startAt: string | undefined): void =>
    setTargets((before) => {
      const next = new Map(before);
      if (startAt) next.set(booking.id, startAt);
      else next.delete(booking.id);
      return next;
    });
  return (
    <Stack gap="sm">
      <DateInput
        label={words.moveDay}
        description={words.moveHint}
        valueFormat="D MMM YYYY"
        maw={320}
        value={day}
        onChange={(chosen) => chosen && chooseDay(chosen)}
      />
      {[...groups].map(([key, parties]) => (
        <Parties
          key={`${key} ${day}`}
          parties={parties}
          day={day}
          zone={zoneOf(catalog, parties[0]?.optionId ?? "")}
          name={catalog.options.get(parties[0]?.optionId ?? "")?.product.name ?? ""}
          blocks={blocks.filter(
            ({ productId }) =>
              productId === catalog.options.get(parties[0]?.optionId ?? "")?.product.id,
          )}
          set={set}
        />
      ))}
    </Stack>
  );
}

interface GroupGiven {
  /** They are of one departure. */
  readonly parties: readonly Booking[];
  readonly day: string;
  readonly zone: string;
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly set: (booking: Booking, startAt: string | undefined) => void;
}

function Parties({ parties, day, zone, name, blocks, set }: GroupGiven) {
  const words = closureWords();
  const [first] = parties;
  const { optionId, startAt: from } = first ?? { optionId: "", startAt: "" };
  const departures = useSold(["targets", optionId, day], ({ availability }) =>
    availability.list({ optionId, ...rangeOfDay(day, zone) }),
  );
  const open = departures.data?.filter(
    ({ startAt, available }) => available && startAt !== from && !isWithin(startAt, blocks),
  );
  const [chosen, choose] = useState<string>();
  // Rather at the same time of day.
  const same = open?.find(({ startAt }) => timeIn(startAt, zone) === timeIn(from, zone));
  const startAt = chosen ?? (same ?? open?.[0])?.startAt;
  return (
    <Card
      withBorder
      padding="sm"
      component="section"
      aria-label={`${timeWords(from, zone)} ${name}`}
    >
      <Group justify="space-between" align="flex-end" mb="xs">
        <Text fw={600} size="sm">
          <span className="number">{timeWords(from, zone, true)}</span> {name}
        </Text>
        {departures.isPending && <Skeleton w={220} h={36} />}
        {open && (
          <Select
            aria-label={fill(words.targetOf, { name: `${timeWords(from, zone)} ${name}` })}
            w={260}
            allowDeselect={false}
            placeholder={words.noTarget}
            disabled={open.length === 0}
            data={open.map((each) => ({ value: each.startAt, label: targetWords(each, zone) }))}
            value={startAt ?? null}
            onChange={(start) => choose(start ?? undefined)}
          />
        )}
      </Group>
      <ProblemNote error={departures.error} />
      <Stack gap={4}>
        {startAt
          ? parties.map((booking) => (
              <Quoted
                key={`${booking.id} ${startAt}`}
                booking={booking}
                startAt={startAt}
                set={set}
              />
            ))
          : open && <Text size="sm">{words.noTarget}</Text>}
      </Stack>
    </Card>
  );
}

function targetWords({ startAt, vacancies }: AvailabilityEntry, zone: string): string {
  const time = timeWords(startAt, zone);
  return vacancies === null ? time : `${time} · ${counted(vacancies, closureWords().free)}`;
}

interface QuotedGiven extends Pick<GroupGiven, "set"> {
  readonly booking: Booking;
  readonly startAt: string;
}

/** At the price that the guest has agreed to. */
function Quoted({ booking, startAt, set }: QuotedGiven) {
  const words = closureWords();
  const { id: bookingId, updatedAt: expectedUpdatedAt } = booking;
  const quote = useSold(["move", bookingId, expectedUpdatedAt, startAt], async ({ bookings }) => {
    const of = { bookingId, expectedUpdatedAt, startAt };
    const quoted = await bookings.quote({ ...of, pricingReferenceStartAt: booking.startAt });
    return quoted.pricingSnapshot;
  });
  const isMovable = quote.data !== undefined;
  useEffect(() => {
    set(booking, isMovable ? startAt : undefined);
    return () => set(booking, undefined);
  }, [isMovable]);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {nameOfBooking(booking)}, {partyOf(booking)}
      </Text>
      {quote.isPending && <Skeleton w={120} h={20} />}
      {quote.data && (
        <Badge color="teal" variant="light">
          {words.canMove}: {changedPriceWords(booking, quote.data)}
        </Badge>
      )}
      {quote.error && (
        <Text size="sm" className="danger">
          {problemInWords(quote.error, texts).sentence}
        </Text>
      )}
    </Group>
  );
}
