/** The sale of one option: its days and departures, the party beside them, and the order that it may be put in. */
import { Card, Checkbox, Grid, Skeleton, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Booking } from "@slipway/client";
import { startOf } from "../../../page/parts/start.ts";
import { ask } from "../../../page/session.ts";
import { basket } from "../../../page/screens/new/basket.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useKeys } from "../../../page/use-keys.ts";
import { useLoad } from "../../../page/use-load.ts";
import { dayAfter, dayIn, rangeOfDay, timeIn } from "../../../page/zone.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { BasketCard } from "./basket-card.tsx";
import { Departures, focusDeparture } from "./departures.tsx";
import { Month } from "./month.tsx";
import { SaleCard } from "./sale-card.tsx";
import { Sold } from "./sold.tsx";
import { newTexts } from "./texts.ts";

interface Given {
  readonly optionId: string;
  /** The zone of the option's departures. */
  readonly timezone: string;
  readonly firstStartAt: string | null;
  /** The choice of another option. */
  readonly choice: ReactNode;
  /** "Sunset cruise, Shared boat" */
  readonly name: string;
}

export function Sale({ optionId, timezone, firstStartAt, choice, name }: Given) {
  const first = instantGiven(firstStartAt);
  const [date, setDate] = useState(() => dayIn(first ?? nextOfOrder(), timezone));
  const [chosen, setChosen] = useState({ startAt: first, ownTime: "", isByKey: false });
  const [sold, setSold] = useState<{ booking: Booking; isAsFirst: boolean }>();
  const unsaved = useUnsaved();
  const { option, day } = useOption(optionId, date, timezone);
  const choose = (startAt: string | null, isByKey = false, ownTime = ""): void =>
    setChosen({ startAt, isByKey, ownTime });
  const chooseDay = (next: string): void => {
    setDate(next);
    choose(null);
  };
  useSaleKeys(date, chooseDay);
  if (sold) return <Sold {...sold} timezone={timezone} />;
  const { startAt, ownTime, isByKey } = chosen;
  const card = option.data && (
    <SaleCard
      option={option.data}
      start={startOf({ startAt, date, ownTime })}
      date={date}
      timezone={timezone}
      entries={day.data ?? []}
      isByKey={isByKey}
      choose={choose}
      takeOwnTime={() => choose(null, false, timeIn(startAt ?? "", timezone))}
      sold={(booking, isAsFirst) => {
        unsaved.clear();
        setSold({ booking, isAsFirst });
      }}
      refused={day.reload}
      name={name}
      added={() => {
        unsaved.clear();
        choose(null);
      }}
    />
  );
  return (
    // A time, a party, a price and a guest are typed: leaving asks.
    <Grid gap="md" align="flex-start" onInput={unsaved.touch}>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <When
          choice={choice}
          error={option.error ?? day.error}
          again={day.reload}
          month={<Month optionId={optionId} timezone={timezone} date={date} choose={chooseDay} />}
        >
          <Departures
            date={date}
            entries={day.data ?? []}
            isLoading={day.isLoading}
            chosen={startAt}
            choose={choose}
          />
          <OwnTime
            time={ownTime}
            choose={(time) => choose(null, false, time)}
            timezone={timezone}
          />
        </When>
      </Grid.Col>
      <Beside refused={day.reload}>{card ?? <Skeleton h={400} />}</Beside>
    </Grid>
  );
}

/** Reads the option and its departures of the day. */
function useOption(optionId: string, date: string, timezone: string) {
  const option = useQuery({
    queryKey: ["option", optionId],
    queryFn: ({ signal }) => ask((slipway) => slipway.options.get(optionId), signal),
  });
  const day = useLoad(`${optionId} ${date}`, (slipway) =>
    slipway.availability.list({ optionId, ...rangeOfDay(date, timezone) }),
  );
  return { option, day };
}

interface BesideGiven {
  readonly refused: () => void;
  readonly children: ReactNode;
}

/** The one that is chosen, and the order below it. */
function Beside({ refused, children }: BesideGiven) {
  return (
    <Grid.Col span={{ base: 12, md: 5 }} className="beside">
      <Stack gap="md">
        {children}
        <BasketCard refused={refused} />
      </Stack>
    </Grid.Col>
  );
}

function instantGiven(text: string | null): string | null {
  return text !== null && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** The next booking of an order is looked for on the day of the one before. */
function nextOfOrder(): string | Date {
  return basket.value.at(-1)?.startAt ?? new Date();
}

function useSaleKeys(date: string, chooseDay: (date: string) => void): void {
  useKeys({
    ArrowLeft: () => chooseDay(dayAfter(date, -1)),
    ArrowRight: () => chooseDay(dayAfter(date)),
    ArrowUp: () => focusDeparture(-1),
    ArrowDown: () => focusDeparture(1),
  });
}

interface WhenGiven extends Pick<Given, "choice"> {
  readonly error: unknown;
  readonly again: () => void;
  readonly month: ReactNode;
  readonly children: ReactNode;
}

function When({ choice, error, again, month, children }: WhenGiven) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="lg">
        {choice}
        <ProblemNote error={error} again={again} />
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, sm: 7 }}>{month}</Grid.Col>
          <Grid.Col span={{ base: 12, sm: 5 }}>{children}</Grid.Col>
        </Grid>
      </Stack>
    </Card>
  );
}

interface OwnTimeGiven {
  /** Empty: none. */
  readonly time: string;
  readonly choose: (time: string) => void;
  readonly timezone: string;
}

/** A time off the timetable. */
function OwnTime({ time, choose, timezone }: OwnTimeGiven) {
  const [isWanted, setIsWanted] = useState(false);
  const isShown = isWanted || time !== "";
  return (
    <Stack gap="xs" mt="sm">
      <Checkbox
        label={newTexts().customTime}
        checked={isShown}
        onChange={({ currentTarget: { checked } }) => {
          setIsWanted(checked);
          if (time !== "") choose("");
        }}
      />
      {isShown && (
        <TextInput
          type="time"
          label={texts.day.time}
          value={time}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          description={fill(texts.sale.ownTimeHint, { zone: timezone })}
        />
      )}
    </Stack>
  );
}
