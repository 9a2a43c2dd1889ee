/** Moves a party to another departure of its day: what that costs, and which price counts. */
import { Button, Group, Loader, Modal, Radio, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useState } from "react";
import type { Booking, PricingSnapshot } from "@slipway/client";
import { calledOf, hasPrice, nameOfBooking } from "../../../page/parts/booking-facts.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { type Quotes, useQuotes } from "../../../page/screens/booking/use-quotes.ts";
import { useVersion } from "../../../page/screens/booking/use-version.ts";
import type { Departure } from "../../../page/screens/day/day-sheet.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { changedPriceWords } from "../../parts/changed-price-words.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { dayTexts } from "./texts.ts";

export interface Moving {
  readonly booking: Booking;
  readonly to: Departure;
}

interface Given extends Moving {
  readonly close: () => void;
  readonly done: () => void;
}

export function MoveParty(given: Given) {
  const { booking, to, close } = given;
  const title = fill(dayTexts().moveTitle, {
    name: calledOf(booking).called,
    time: timeWords(to.startAt, to.timezone),
  });
  return (
    <Modal opened onClose={close} title={title}>
      <Form {...given} />
    </Modal>
  );
}

function Form({ booking, to, close, done }: Given) {
  const { startAt } = to;
  const words = dayTexts();
  const version = useVersion(booking);
  const { act, error, isBusy } = useAction();
  // The customer has agreed to the old price.
  const [priceOf, setPriceOf] = useState<keyof Quotes>("kept");
  const quotes = useQuotes(version, { startAt });
  const quoted = quotes.data?.[priceOf];
  const move = (): void =>
    void act(
      (slipway) =>
        version.attempt(slipway, ({ id, updatedAt: expectedUpdatedAt, startAt: from }) =>
          slipway.bookings.update(id, {
            startAt,
            expectedUpdatedAt,
            pricingReferenceStartAt: priceOf === "fresh" ? undefined : from,
          }),
        ),
      () => {
        const time = timeWords(startAt, to.timezone);
        notifications.show({
          color: "green",
          message: fill(words.isMoved, { name: nameOfBooking(booking), time }),
        });
        close();
        done();
      },
    );
  return (
    <Stack>
      {quotes.isLoading && !quotes.data && <Loader size="sm" aria-label={texts.app.loading} />}
      <Radio.Group label={texts.sale.price} value={priceOf} onChange={setPriceOf}>
        <Stack gap="xs" mt={6}>
          <Prices booking={version.read} {...quotes.data} />
        </Stack>
      </Radio.Group>
      <ProblemNote error={quotes.error ?? error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {words.keep}
        </Button>
        {/* It has the focus before there is a price. */}
        <Button
          data-autofocus
          data-disabled={!quoted || undefined}
          aria-disabled={!quoted}
          loading={isBusy}
          onClick={quoted && move}
        >
          {words.doMove}
        </Button>
      </Group>
    </Stack>
  );
}

function Prices({ booking, fresh, kept }: { booking: Booking } & Partial<Quotes>): ReactNode {
  const { keepPrice, oldStartPrice, newPrice } = texts.booking;
  const choice = (value: keyof Quotes, name: string, price: PricingSnapshot) => (
    <Radio
      value={value}
      label={
        <Text size="sm" component="span" className="number">
          {name}: {changedPriceWords(booking, price)}
        </Text>
      }
    />
  );
  return (
    <>
      {kept && choice("kept", hasPrice(booking, kept) ? keepPrice : oldStartPrice, kept)}
      {fresh && choice("fresh", newPrice, fresh)}
    </>
  );
}
