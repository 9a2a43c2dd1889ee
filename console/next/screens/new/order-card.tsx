/** The order: the party, what it costs, for whom, and the buttons that sell it. It stays while another day is chosen. */
import { Alert, Anchor, Button, Card, Checkbox, Group, Stack, Title } from "@mantine/core";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type {
  AvailabilityEntry,
  Booking,
  OptionWithDetails,
  PricingSnapshot,
} from "@slipway/client";
import { type OwnPrices as Prices, ofParty } from "../../../page/parts/own-prices.ts";
import { type Party, firstParty, paxIn, unitItemsOf } from "../../../page/parts/party.ts";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import type { Start } from "../../../page/parts/start.ts";
import { dateWords, timeWords } from "../../../page/parts/time-words.ts";
import { customerIn } from "../../../page/screens/new/customer.ts";
import type { Order } from "../../../page/screens/new/order.ts";
import { useAttempt } from "../../../page/screens/new/use-attempt.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useLoad } from "../../../page/use-load.ts";
import { useStill } from "../../../page/use-still.ts";
import { instantOf } from "../../../page/zone.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { OwnPrices } from "./own-prices.tsx";
import { PartyFields } from "./party-fields.tsx";
import { Price } from "./price.tsx";
import { newTexts } from "./texts.ts";

interface Given {
  readonly option: OptionWithDetails;
  /** Undefined: none of the day is chosen yet. */
  readonly start: Start | undefined;
  readonly date: string;
  readonly timezone: string;
  readonly entries: readonly AvailabilityEntry[];
  /** The departure was chosen by the keyboard. */
  readonly isByKey: boolean;
  readonly choose: (startAt: string, isByKey: boolean) => void;
  /** Takes the departure's own time, to which no last booking applies. */
  readonly takeOwnTime: () => void;
  readonly sold: (booking: Booking, isAsFirst: boolean) => void;
  readonly refused: () => void;
}

export function OrderCard(given: Given) {
  const { option, start } = given;
  const [party, setParty] = useState<Party>(() => firstParty(option.units));
  const [prices, setPrices] = useState<Prices["amounts"]>();
  const [over, setOver] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const order: Order = {
    optionId: option.id,
    ...start,
    // Without a departure nothing can be priced or booked.
    unitItems: start ? unitItemsOf(party) : [],
    ...(prices && { retailPrices: ofParty(prices, party) }),
    ...(over === null ? {} : { expandCapacity: true }),
  };
  const { isOf, quote, price } = useQuote(order, turn);
  const attempt = useAttempt({
    sold: given.sold,
    refused: () => {
      setTurn(turn + 1);
      given.refused();
    },
  });
  const send = (status: "CONFIRMED" | "ON_HOLD") => (event: SyntheticEvent) => {
    event.preventDefault();
    if (form.current?.reportValidity())
      attempt.send({ ...order, status, ...customerIn(new FormData(form.current)) });
  };
  useFirstField(form, given, () => setOver(null));
  return (
    <Card withBorder padding="lg">
      <form ref={form} onSubmit={send("CONFIRMED")} aria-label={texts.sale.title}>
        <Stack gap="md">
          <Title order={2} size="h4">
            {titleOf(given)}
          </Title>
          <PartyFields
            units={option.units}
            party={party}
            change={(next) => {
              setParty(next);
              setOver(null);
            }}
            goOn={() => goTo(form, "[name=name]")}
          />
          <Price
            {...given}
            isOf={isOf}
            quote={quote}
            startAt={order.startAt}
            travellers={paxIn(party, option.units)}
            giveOwnPrice={() => setPrices({})}
            over={over}
            expand={setOver}
          />
          <CustomPrice order={order} prices={prices} change={setPrices} />
          <CustomerFields contactFields={option.requiredContactFields} />
          <ProblemNote error={attempt.error} />
          {attempt.isUnsettled && <Unsettled />}
          <Buttons
            price={price}
            // A repeat sends the first attempt's body, which is complete, whatever the form has by now.
            cannotSend={attempt.isBusy || (!isOf && !attempt.isUnsettled)}
            isBusy={attempt.isBusy}
            hold={send("ON_HOLD")}
          />
        </Stack>
      </form>
    </Card>
  );
}

/** Asked when nothing was changed for a moment. `isOf`: something is chosen that has a price. */
function useQuote(order: Order, turn: number) {
  const key = order.unitItems.length === 0 ? undefined : JSON.stringify(order);
  const quote = useLoad(useStill(key), ({ bookings }) => bookings.quote(order), turn);
  const isOf = key !== undefined;
  const price = isOf && !quote.isLoading ? quote.data?.pricingSnapshot : undefined;
  return { isOf, quote, price };
}

interface CustomPriceGiven {
  readonly order: Order;
  /** Undefined: the option's own prices count. */
  readonly prices: Prices["amounts"] | undefined;
  readonly change: (prices: Prices["amounts"] | undefined) => void;
}

function CustomPrice({ order, prices, change }: CustomPriceGiven) {
  return (
    <>
      <Checkbox
        label={newTexts().customPrice}
        checked={prices !== undefined}
        onChange={({ currentTarget }) => change(currentTarget.checked ? {} : undefined)}
      />
      {prices && <OwnPrices order={order} change={change} />}
    </>
  );
}

function titleOf({ start, date, timezone }: Given): string {
  if (!start) return newTexts().choose;
  const { startAt, customStart } = start;
  const day = dateWords(date, { weekday: "long", day: "numeric", month: "long" });
  const at = startAt ?? instantOf(`${date}T${customStart?.localTime}`, timezone);
  return `${timeWords(at, timezone)} · ${day}`;
}

type FormRef = { readonly current: HTMLFormElement | null };

/** With what stands there selected, so that the next key replaces it. */
function goTo(form: FormRef, field: string): void {
  const input = form.current?.querySelector<HTMLInputElement>(field);
  input?.focus();
  input?.select();
}

/** A departure that a key has chosen leads on to the party. The consent to sell over capacity is of one departure only. */
function useFirstField(
  form: FormRef,
  { start, isByKey }: Pick<Given, "start" | "isByKey">,
  reset: () => void,
): void {
  const startKey = JSON.stringify(start);
  useEffect(() => {
    if (isByKey && startKey !== undefined) goTo(form, "input");
    reset();
  }, [startKey]);
}

function Unsettled() {
  const { unsettled, another } = texts.sale;
  return (
    <Alert color="orange">
      {unsettled}{" "}
      <Anchor href={location.href} target="_self" size="sm">
        {another}
      </Anchor>
    </Alert>
  );
}

interface ButtonsGiven {
  readonly price: PricingSnapshot | undefined;
  readonly cannotSend: boolean;
  readonly isBusy: boolean;
  readonly hold: (event: SyntheticEvent) => void;
}

/** On a telephone they stand at the lower edge of the window, in reach of the thumb. */
function Buttons({ price, cannotSend, isBusy, hold }: ButtonsGiven) {
  const { hold: holdWord, book, bookFor } = newTexts();
  return (
    <Group grow className="sell" wrap="nowrap">
      <Button variant="default" size="md" disabled={cannotSend} onClick={hold}>
        {holdWord}
      </Button>
      <Button type="submit" size="md" disabled={cannotSend && !isBusy} loading={isBusy}>
        {price ? fill(bookFor, { total: moneyWords(price.retail, price) }) : book}
      </Button>
    </Group>
  );
}
