/** The day: what it brings, its departures, and the opened one with who comes. */
import { Box, Card, Drawer, Grid, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { Suspense, lazy, useState } from "react";
import type { Booking } from "@slipway/client";
import { nameOfBooking } from "../../../page/parts/booking-facts.ts";
import { type Departure, nextOf } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { dayGiven } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import { useSupplier } from "../../supplier.ts";
import type { PageGiven } from "../../page.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { DayHeader } from "./day-header.tsx";
import { DepartureCard } from "./departure-card.tsx";
import { DepartureList } from "./departure-list.tsx";
import { Figures } from "./figures.tsx";
import type { Moving } from "./move-party.tsx";
import { dayTexts } from "./texts.ts";
import { useDay } from "./use-day.ts";

/** Its quotes and prices are not of the first load. */
const MoveParty = lazy(async () => ({ default: (await import("./move-party.tsx")).MoveParty }));

/** Beside the list there is room for the opened departure. */
const wide = "(min-width: 75em)";

export function DayPage({ params }: PageGiven) {
  const supplier = useSupplier();
  const date = dayGiven(params["date"], supplier.timezone);
  const { day, error, reload } = useDay(supplier, date);
  const [product] = useChoice("product");
  const all = day?.departures.filter((each) => !product || each.productId === product);
  return (
    <Stack gap="md">
      <DayHeader date={date} departures={all} catalog={day?.catalog} reload={reload} />
      <ProblemNote error={error} again={reload} />
      {day && all ? (
        <Box>
          <Figures departures={all} timezone={supplier.timezone} />
          <Sheet departures={all} catalog={day.catalog} reload={reload} />
        </Box>
      ) : (
        !error && <Waiting />
      )}
    </Stack>
  );
}

interface SheetGiven {
  readonly departures: readonly Departure[];
  readonly catalog: NonNullable<ReturnType<typeof useDay>["day"]>["catalog"];
  readonly reload: () => void;
}

function Sheet({ departures, catalog, reload }: SheetGiven) {
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false });
  const [openKey, open] = useChoice("departure");
  const [moving, setMoving] = useState<Moving>();
  const [hidesEmpty, setHidesEmpty] = useLocalStorage({
    key: "slipway-only-with-guests",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const shown = departures.filter((each) => !hidesEmpty || each.bookings.length > 0);
  const toLeave = shown.find(({ startAt }) => Date.parse(startAt) > Date.now());
  const first = nextOf(shown) ?? toLeave ?? shown[0];
  const opened = departures.find(({ key }) => key === openKey) ?? (isWide ? first : undefined);
  const detail = opened && (
    <DepartureCard
      key={opened.key}
      departure={opened}
      catalog={catalog}
      others={departures.filter(
        (each) => each.optionId === opened.optionId && each.key !== opened.key,
      )}
      move={setMoving}
      // It stays open when its last booking is cancelled.
      reload={() => {
        open(opened.key);
        reload();
      }}
      isAlone={!isWide}
    />
  );
  return (
    <Grid gap="md" mt="md" align="flex-start">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <DepartureList
          departures={shown}
          catalog={catalog}
          openKey={opened?.key}
          open={open}
          drop={(id, to) => setMoving(droppedOn(departures, id, to))}
          hidesEmpty={hidesEmpty}
          setHidesEmpty={setHidesEmpty}
        />
      </Grid.Col>
      {isWide ? (
        <Grid.Col span={7} pos="sticky" top={76}>
          {detail ?? (
            <Card withBorder>
              <Text className="soft">{dayTexts().choose}</Text>
            </Card>
          )}
        </Grid.Col>
      ) : (
        <Drawer
          opened={opened !== undefined}
          onClose={() => open(null)}
          position="right"
          size="min(44rem, 100%)"
          title={dayTexts().departure}
        >
          {detail}
        </Drawer>
      )}
      {moving && (
        <Suspense>
          <MoveParty {...moving} close={() => setMoving(undefined)} done={reload} />
        </Suspense>
      )}
    </Grid>
  );
}

/** A booking moves only within its option: the units and prices of another are others. */
function droppedOn(
  departures: readonly Departure[],
  bookingId: string,
  to: Departure,
): Moving | undefined {
  const booking = departures
    .flatMap(({ bookings }): readonly Booking[] => bookings)
    .find(({ id }) => id === bookingId);
  if (!booking || booking.startAt === to.startAt) return undefined;
  if (booking.optionId === to.optionId) return { booking, to };
  const name = nameOfBooking(booking);
  notifications.show({ message: fill(dayTexts().noDrop, { name }), color: "orange" });
  return undefined;
}

function Waiting() {
  return (
    <Stack gap="md" aria-hidden>
      <SimpleGrid cols={{ base: 2, lg: 4 }}>
        {[1, 2, 3, 4].map((each) => (
          <Skeleton key={each} h={92} />
        ))}
      </SimpleGrid>
      <Card withBorder>
        <Stack gap={6}>
          {[1, 2, 3, 4, 5, 6].map((each) => (
            <Skeleton key={each} h={44} />
          ))}
        </Stack>
      </Card>
    </Stack>
  );
}
