/** Moves the booking to another departure of its option, or to a custom time: at which price, and how much that is. */
import { Button, Checkbox, Text } from "@mantine/core";
import { useState } from "react";
import { zoneOf } from "../../../page/catalog.ts";
import { type Start, startOf } from "../../../page/parts/start.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { useQuotes } from "../../../page/screens/booking/use-quotes.ts";
import { useVersion } from "../../../page/screens/booking/use-version.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { dayIn, instantOf } from "../../../page/zone.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { OthersChanges } from "./change-list.tsx";
import { type CustomPrices, PriceFields, amountsOf } from "./price-fields.tsx";
import { Panel } from "./panel.tsx";
import type { PanelGiven } from "./panel-given.ts";
import { PriceChoice, type PriceOf } from "./price-choice.tsx";
import { StartChoice } from "./start-choice.tsx";
import { bookingTexts } from "./texts.ts";

export function MovePanel({ part, level, close }: PanelGiven) {
  const { booking, catalog, done } = part;
  const words = bookingTexts();
  const zone = zoneOf(catalog, booking.optionId);
  const unsaved = useUnsaved();
  const [chosen, setChosen] = useState(() => ({
    date: dayIn(booking.startAt, zone),
    startAt: null as string | null,
    ownTime: "",
  }));
  const { date, startAt, ownTime } = chosen;
  const start = startOf(chosen);
  const instant = startAt ?? (ownTime && instantOf(`${date}T${ownTime}`, zone));
  const { version, move, prices, priceOf, quotes, isBusy, error } = useMove(part, start, () => {
    unsaved.clear();
    close();
  });
  const isQuoted = quotes.data?.[prices.custom ? "fresh" : priceOf.value] !== undefined;
  const { pricingSnapshot } = booking;
  return (
    <Panel
      title={words.reschedule}
      level={level}
      close={close}
      submit={
        <Button loading={isBusy} disabled={!start || !isQuoted} onClick={() => move(done)}>
          {start ? fill(words.moveTo, { time: timeWords(instant, zone, true) }) : words.reschedule}
        </Button>
      }
    >
      <StartChoice
        booking={booking}
        zone={zone}
        chosen={chosen}
        choose={(next) => {
          if (next.startAt ?? next.ownTime) unsaved.touch();
          setChosen(next);
        }}
      />
      {start ? (
        <>
          <PriceChoice
            booking={version.read}
            quotes={quotes}
            {...(prices.custom
              ? {}
              : { choice: { priceOf: priceOf.value, choose: priceOf.choose } })}
          />
          <Checkbox
            label={words.customPrice}
            checked={prices.custom !== undefined}
            onChange={({ currentTarget }) => prices.change(currentTarget.checked ? {} : undefined)}
          />
          {prices.custom && pricingSnapshot && (
            <PriceFields of={pricingSnapshot} prices={prices.custom} change={prices.change} />
          )}
        </>
      ) : (
        <Text size="sm" className="soft">
          {words.chooseFirst}
        </Text>
      )}
      <OthersChanges changes={version.others} of={[booking]} zone={zone} />
      <ProblemNote error={error} />
    </Panel>
  );
}

/** The quotes of the move, and the move itself. */
function useMove(
  { booking, catalog }: PanelGiven["part"],
  start: Start | undefined,
  over: () => void,
) {
  const version = useVersion(booking);
  const { act, error, isBusy } = useAction();
  // The customer has agreed to the old price.
  const [priceOf, setPriceOf] = useState<PriceOf>("kept");
  const [custom, setCustom] = useState<CustomPrices>();
  const retailPrices =
    custom && booking.pricingSnapshot && amountsOf(custom, booking.pricingSnapshot);
  const quotes = useQuotes(version, start && { ...start, retailPrices: retailPrices ?? undefined });
  const move = (done: PanelGiven["part"]["done"]): void =>
    void act(
      (slipway) =>
        version.attempt(slipway, ({ id, updatedAt: expectedUpdatedAt, startAt: from }) =>
          slipway.bookings.update(id, {
            expectedUpdatedAt,
            ...start,
            retailPrices: retailPrices ?? undefined,
            pricingReferenceStartAt: custom || priceOf === "fresh" ? undefined : from,
          }),
        ),
      (changed) => {
        over();
        const time = timeWords(changed.startAt, zoneOf(catalog, changed.optionId), true);
        done(fill(texts.booking.moved, { time }), changed);
      },
    );
  return {
    version,
    move,
    quotes,
    isBusy,
    error,
    prices: { custom, change: setCustom },
    priceOf: { value: priceOf, choose: setPriceOf },
  };
}
