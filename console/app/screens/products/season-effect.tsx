/** Effects of changed seasons in the next 12 months, with the bookings that would lose their departure. */
import "@mantine/core/styles/Accordion.css";
import { Accordion, Alert, Badge, Card, Group, List, Skeleton, Stack, Title } from "@mantine/core";
import type { Booking, Operations, QuoteAvailabilityPeriodsRequest } from "@slipway/client";
import { liveStatuses, nameOfBooking, partyOf } from "../../../page/parts/booking-facts.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { may } from "../../../page/session.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useSold } from "../../parts/use-sold.ts";

type Change = Pick<QuoteAvailabilityPeriodsRequest, "add" | "remove">;

async function loadEffect({ options, bookings }: Operations, optionId: string, change: Change) {
  const quote = await options.quoteAvailabilityPeriods(optionId, change);
  const { from, to, vanish } = quote;
  const asked = { optionId, from, to, status: liveStatuses, sort: "startAt" } as const;
  const isAsked = vanish.length > 0 && may("bookings:read");
  const gone = new Set(vanish);
  const booked = isAsked ? await bookings.list(asked) : [];
  return { quote, alone: booked.filter(({ startAt }) => gone.has(startAt)) };
}

interface Given {
  readonly optionId: string;
  readonly zone: string;
  readonly change: Change;
}

export function SeasonEffect({ optionId, zone, change }: Given) {
  const words = texts.seasons;
  const effect = useSold(["effect", optionId, change], (slipway) =>
    loadEffect(slipway, optionId, change),
  );
  return (
    <Card withBorder padding="md" component="section" aria-label={words.effect}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {words.effect}
        </Title>
        <ProblemNote error={effect.error} again={() => void effect.refetch()} />
        {effect.isPending && <Skeleton h={80} />}
        {effect.data && (
          <>
            <Group gap="xs">
              <Badge color="teal" variant="light" size="lg">
                {counted(effect.data.quote.appearCount, words.appearCount)}
              </Badge>
              <Badge color="red" variant="light" size="lg">
                {counted(effect.data.quote.vanishCount, words.vanishCount)}
              </Badge>
              <Badge variant="default" size="lg" fw={500}>
                {counted(effect.data.quote.stayCount, words.stayCount)}
              </Badge>
            </Group>
            <Starts
              zone={zone}
              appear={effect.data.quote.appear}
              vanish={effect.data.quote.vanish}
            />
            <Alone bookings={effect.data.alone} zone={zone} />
          </>
        )}
      </Stack>
    </Card>
  );
}

interface StartsGiven extends Pick<Given, "zone"> {
  readonly appear: readonly string[];
  readonly vanish: readonly string[];
}

function Starts({ appear, vanish, zone }: StartsGiven) {
  const words = texts.seasons;
  const list = (starts: readonly string[], title: { one: string; other: string }) =>
    starts.length > 0 && (
      <Accordion.Item value={title.other}>
        <Accordion.Control>{counted(starts.length, title)}</Accordion.Control>
        <Accordion.Panel>
          <List size="xs" className="starts">
            {starts.map((at) => (
              <List.Item key={at}>{timeWords(at, zone, true)}</List.Item>
            ))}
          </List>
        </Accordion.Panel>
      </Accordion.Item>
    );
  if (appear.length + vanish.length === 0) return null;
  return (
    <Accordion variant="contained" chevronPosition="left">
      {list(appear, words.appearCount)}
      {list(vanish, words.vanishCount)}
    </Accordion>
  );
}

interface AloneGiven extends Pick<Given, "zone"> {
  readonly bookings: readonly Booking[];
}

function Alone({ bookings, zone }: AloneGiven) {
  if (bookings.length === 0) return null;
  return (
    <Alert color="red" title={`${texts.seasons.alone}.`}>
      <List size="sm">
        {bookings.map((booking) => (
          <List.Item key={booking.id}>
            {timeWords(booking.startAt, zone, true)}: {nameOfBooking(booking)}, {partyOf(booking)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
