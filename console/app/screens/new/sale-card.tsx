/** One booking: the party, what it costs, for whom, and the buttons that sell it or put it in an order. It stays while another day is chosen. */
import { Button, Card, Checkbox, Stack, Title } from "@mantine/core";
import ShoppingBasket from "lucide-react/icons/shopping-basket";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type {
  AvailabilityEntry,
  Booking,
  CreateBookingRequest,
  OptionWithDetails,
  PricingSnapshot,
} from "@slipway/client";
import { type OwnPrices as Prices, ofParty } from "../../../page/parts/own-prices.ts";
import { partyOf } from "../../../page/parts/booking-facts.ts";
import { type Party, firstParty, paxIn, unitItemsOf } from "../../../page/parts/party.ts";
import type { Start } from "../../../page/parts/start.ts";
import { dateWords, timeWords } from "../../../page/parts/time-words.ts";
import { customerIn } from "../../../page/screens/new/customer.ts";
import { basket, basketMax, contact, putInBasket } from "../../../page/screens/new/basket.ts";
import { useAttempt } from "../../../page/screens/new/use-attempt.ts";
import type { WantedSale } from "../../../page/screens/new/wanted-sale.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useLoad } from "../../../page/use-load.ts";
import { useStill } from "../../../page/use-still.ts";
import { instantOf } from "../../../page/zone.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { CustomerFields } from "./customer-fields.tsx";
import { OwnPrices } from "./own-prices.tsx";
import { PartyFields } from "./party-fields.tsx";
import { Buttons, Unsettled } from "./sell-buttons.tsx";
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
  /** "Sunset cruise, Shared boat", as the order calls it. */
  readonly name: string;
  /** It is in the order: the next one is chosen. */
  readonly added: () => void;
}

export function SaleCard(given: Given) {
  const { option, start } = given;
  const [party, setParty] = useState<Party>(() => firstParty(option.units));
  const [prices, setPrices] = useState<Prices["amounts"]>();
  const [over, setOver] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const sale: WantedSale = {
    optionId: option.id,
    ...start,
    // Without a departure nothing can be priced or booked.
    unitItems: start ? unitItemsOf(party) : [],
    ...(prices && { retailPrices: ofParty(prices, party) }),
    ...(over === null ? {} : { expandCapacity: true }),
  };
  const { isOf, quote, price } = useQuote(sale, turn);
  const attempt = useSaleAttempt(given, () => setTurn(turn + 1));
  const send = (status: "CONFIRMED" | "ON_HOLD") => (event: SyntheticEvent) => {
    event.preventDefault();
    if (form.current?.reportValidity())
      attempt.send({ ...sale, status, ...customerIn(new FormData(form.current)) });
  };
  useFirstField(form, given, () => setOver(null));
  const isInOrder = basket.value.length > 0;
  const add = (): void => addToOrder(given, sale, price, form.current);
  const submit = (event: SyntheticEvent): void => {
    if (!isInOrder) return send("CONFIRMED")(event);
    event.preventDefault();
    add();
  };
  return (
    <Card withBorder padding="lg">
      <form ref={form} onSubmit={submit} aria-label={texts.sale.title}>
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
            startAt={sale.startAt}
            travellers={paxIn(party, option.units)}
            giveOwnPrice={() => setPrices({})}
            over={over}
            expand={setOver}
          />
          <CustomPrice sale={sale} prices={prices} change={setPrices} />
          {!isInOrder && <CustomerFields contactFields={option.requiredContactFields} />}
          <Foot {...{ isOf, price, attempt, isInOrder, add }} hold={send("ON_HOLD")} />
        </Stack>
      </form>
    </Card>
  );
}

function useSaleAttempt({ sold, refused }: Given, quoteAgain: () => void) {
  return useAttempt({
    sell: ({ bookings }, body: CreateBookingRequest, idempotencyKey) =>
      bookings.create(body, { idempotencyKey }),
    sold,
    refused: () => {
      quoteAgain();
      refused();
    },
  });
}

/** The order's contact is one: it is typed there from its first booking on. */
function addToOrder(
  given: Given,
  sale: WantedSale,
  price: PricingSnapshot | undefined,
  form: HTMLFormElement | null,
): void {
  if (!price) return;
  if (basket.value.length === 0 && form) contact.current = customerIn(new FormData(form));
  const { name, timezone, added } = given;
  const { requiredContactFields: contactFields } = given.option;
  const party = partyOf({ unitItems: sale.unitItems, pricingSnapshot: price });
  putInBasket({ sale, name, party, timezone, startAt: startIn(given), contactFields });
  added();
}

/** Asked when nothing was changed for a moment. `isOf`: something is chosen that has a price. */
function useQuote(sale: WantedSale, turn: number) {
  const key = sale.unitItems.length === 0 ? undefined : JSON.stringify(sale);
  const quote = useLoad(useStill(key), ({ bookings }) => bookings.quote(sale), turn);
  const isOf = key !== undefined;
  const price = isOf && !quote.isLoading ? quote.data?.pricingSnapshot : undefined;
  return { isOf, quote, price };
}

interface CustomPriceGiven {
  readonly sale: WantedSale;
  /** Undefined: the option's own prices count. */
  readonly prices: Prices["amounts"] | undefined;
  readonly change: (prices: Prices["amounts"] | undefined) => void;
}

function CustomPrice({ sale, prices, change }: CustomPriceGiven) {
  return (
    <>
      <Checkbox
        label={newTexts().customPrice}
        checked={prices !== undefined}
        onChange={({ currentTarget }) => change(currentTarget.checked ? {} : undefined)}
      />
      {prices && <OwnPrices sale={sale} change={change} />}
    </>
  );
}

function titleOf(given: Given): string {
  const { start, date, timezone } = given;
  if (!start) return newTexts().choose;
  const day = dateWords(date, { weekday: "long", day: "numeric", month: "long" });
  return `${timeWords(startIn(given), timezone)} · ${day}`;
}

/** The instant that is chosen, by the timetable or not. */
function startIn({ start, date, timezone }: Pick<Given, "start" | "date" | "timezone">): string {
  const time = start?.customStart?.localTime;
  return start?.startAt ?? new Date(instantOf(`${date}T${time}`, timezone)).toISOString();
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

interface FootGiven {
  readonly isOf: boolean;
  readonly price: PricingSnapshot | undefined;
  readonly attempt: Pick<ReturnType<typeof useAttempt>, "error" | "isBusy" | "isUnsettled">;
  /** There is an order already: it is sold as a whole. */
  readonly isInOrder: boolean;
  readonly add: () => void;
  readonly hold: (event: SyntheticEvent) => void;
}

function Foot({ isOf, price, attempt, isInOrder, add, hold }: FootGiven) {
  const { error, isBusy, isUnsettled } = attempt;
  return (
    <>
      <ProblemNote error={error} />
      {isUnsettled && <Unsettled />}
      {!isInOrder && (
        <Buttons
          price={price}
          // A repeat sends the first attempt's body, which is complete, whatever the form has by now.
          cannotSend={isBusy || (!isOf && !isUnsettled)}
          isBusy={isBusy}
          hold={hold}
        />
      )}
      <Button
        type={isInOrder ? "submit" : "button"}
        variant={isInOrder ? "default" : "subtle"}
        leftSection={<ShoppingBasket size={16} aria-hidden />}
        disabled={!price || isBusy || isUnsettled || basket.value.length >= basketMax}
        {...(!isInOrder && { onClick: add })}
      >
        {newTexts().addToOrder}
      </Button>
    </>
  );
}
