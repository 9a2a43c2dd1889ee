/** Who has booked the departure, who has come, and check-in by name. */
import { Anchor, Box, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import type { Booking } from "@slipway/client";
import { useState } from "react";
import { Link } from "wouter";
import { nameOfBooking, partyOf } from "../../../page/parts/booking-facts.ts";
import { type PartyLines, ticketsOf } from "../../../page/screens/check-in/party-lines.ts";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { RedemptionBadge } from "../../parts/redemption-badge.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { showProblem } from "../../parts/show-problem.tsx";
import { PartOfParty } from "./part-of-party.tsx";
import { checkInTexts } from "./texts.ts";

interface Given {
  readonly bookings: readonly Booking[];
  /** Bookings whose check-in waits to be sent. */
  readonly waiting: ReadonlySet<string>;
  /** All of the party, or so many of each line. */
  readonly checkIn: (booking: Booking, items?: PartyLines) => void;
  readonly reload: () => void;
  /** Whose check-in was taken back may be scanned again. */
  readonly forget: (booking: Booking) => void;
}

export function Guests({ bookings, waiting, ...acts }: Given) {
  return (
    <Stack gap={0} component="ul" className="guests">
      {bookings.map((each) => (
        <Group key={each.id} component="li" justify="space-between" gap="xs" className="guest">
          <Box miw={0} flex="1 1 12rem">
            <Anchor component={Link} href={`/bookings/${each.id}`} fw={600} size="sm">
              {nameOfBooking(each)}
            </Anchor>
            <Text size="sm" className="soft">
              {partyOf(each)}
            </Text>
          </Box>
          <Group gap="xs" ml="auto">
            {each.status === "CONFIRMED" ? (
              <RedemptionBadge booking={each} />
            ) : (
              <StatusBadge status={each.status} />
            )}
            <Act booking={each} isWaiting={waiting.has(each.id)} {...acts} />
          </Group>
        </Group>
      ))}
    </Stack>
  );
}

type ActGiven = Pick<Given, "checkIn" | "reload" | "forget"> & {
  readonly booking: Booking;
  readonly isWaiting: boolean;
};

/** A party that is not all there comes in; a mistake is taken back. */
function Act({ booking, isWaiting, checkIn, reload, forget }: ActGiven) {
  const words = checkInTexts();
  const [isBusy, setBusy] = useState(false);
  const name = nameOfBooking(booking);
  const { redeemed, status } = booking;
  if (status !== "CONFIRMED" || !may("tickets:write")) return null;
  if (isWaiting)
    return (
      <Text size="sm" className="soft">
        {words.waits}
      </Text>
    );
  if (redeemed === null || redeemed.count < redeemed.of)
    return <CheckIn booking={booking} checkIn={checkIn} />;
  const takeBack = async (): Promise<void> => {
    setBusy(true);
    try {
      await ask(({ bookings }) => bookings.unredeem(booking.id));
      notifications.show({ message: fill(words.isBack, { name }) });
      forget(booking);
      reload();
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      aria-label={fill(words.takeBackName, { name })}
      onClick={() => void takeBack()}
    >
      {words.takeBack}
    </Button>
  );
}

/** All that are not there yet, or a part of them. */
function CheckIn({ booking, checkIn }: Pick<ActGiven, "booking" | "checkIn">) {
  const words = checkInTexts();
  const [isPart, part] = useDisclosure();
  const name = nameOfBooking(booking);
  return (
    <>
      {ticketsOf(booking) > 1 && (
        <Button
          size="xs"
          variant="default"
          aria-label={fill(words.partName, { name })}
          onClick={part.open}
        >
          {words.part}
        </Button>
      )}
      <Button
        size="xs"
        variant="light"
        aria-label={fill(words.checkInName, { name })}
        onClick={() => checkIn(booking)}
      >
        {words.checkIn}
      </Button>
      {isPart && (
        <PartOfParty
          booking={booking}
          close={part.close}
          checkIn={(items) => checkIn(booking, items)}
        />
      )}
    </>
  );
}
