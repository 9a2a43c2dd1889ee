/** The sale of one option: its days and departures, the party, the price as it is chosen, the customer. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AvailabilityEntry, Booking, OptionWithDetails, Supplier } from "@slipway/client";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { dayAfter, dayIn, rangeOfDay, timeIn } from "../../zone.ts";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { useKeys } from "../../use-keys.ts";
import { useLoad } from "../../use-load.ts";
import { CustomerForm } from "./customer-form.tsx";
import { DayStrip } from "../../parts/day-strip.tsx";
import { OwnTime } from "../../parts/own-time.tsx";
import type { OwnPrices as Prices } from "../../parts/own-price-fields.tsx";
import { type Party, firstParty, paxIn, unitItemsOf } from "../../parts/party.ts";
import { PartyFields } from "../../parts/party-fields.tsx";
import { Tick } from "../../parts/tick.tsx";
import { type Start, startOf } from "../../parts/start.ts";
import type { Order } from "./order.ts";
import { OwnPrices } from "./own-prices.tsx";
import { Price } from "./price.tsx";
import { Sold, type SoldGiven } from "./sold.tsx";
import { StartButtons } from "../../parts/start-buttons.tsx";

interface Given {
  readonly optionId: string;
  readonly supplier: Pick<Supplier, "id" | "timezone">;
  /** The zone of the option's departures. */
  readonly timezone: string;
  readonly firstStartAt: string | null;
}

export function Sale({ optionId, supplier, timezone, firstStartAt }: Given) {
  const first =
    firstStartAt !== null && !Number.isNaN(Date.parse(firstStartAt)) ? firstStartAt : null;
  const [date, setDate] = useState(() => dayIn(first ?? new Date(), timezone));
  const [startAt, setStartAt] = useState(first);
  const [ownTime, setOwnTime] = useState("");
  const [isByKey, setIsByKey] = useState(false);
  const wasChosen = useRef(false);
  const [sold, setSold] = useState<Pick<SoldGiven, "booking" | "isAsFirst">>();
  const unsaved = useUnsaved();
  const option = useLoad(optionId, (slipway) => slipway.options.get(optionId));
  const day = useLoad(`${optionId} ${date}`, (slipway) =>
    slipway.availability.list({ optionId, ...rangeOfDay(date, timezone) }),
  );
  const choose = (chosen: string | null, byKey = false, time = ""): void => {
    setStartAt(chosen);
    setOwnTime(time);
    setIsByKey(byKey);
  };
  const chooseDay = (chosen: string): void => {
    setDate(chosen);
    choose(null);
  };
  const start = startOf({ startAt, date, ownTime });
  wasChosen.current ||= start !== undefined;
  useKeys({
    ArrowLeft: () => chooseDay(dayAfter(date, -1)),
    ArrowRight: () => chooseDay(dayAfter(date)),
    ArrowUp: () => focusStart(-1),
    ArrowDown: () => focusStart(1),
  });
  if (sold) return <Sold {...sold} timezone={timezone} supplier={supplier} />;
  const error = option.error ?? day.error;
  const entries = day.data ?? [];
  return (
    <>
      <ProblemNote error={error} again={day.reload} />
      <DayStrip optionId={optionId} timezone={timezone} date={date} choose={chooseDay} />
      <StartButtons entries={entries} isLoading={day.isLoading} chosen={startAt} choose={choose} />
      {/* A time, a party, a price and a customer are typed: leaving asks. */}
      <div onInput={unsaved.touch}>
        <OwnTime time={ownTime} choose={(time) => choose(null, false, time)} zone={timezone} />
        {!start && <p class="minor">{texts.sale.chooseStart}</p>}
        {option.data && wasChosen.current && (
          <PartyAndCustomer
            option={option.data}
            start={start}
            entries={entries}
            isByKey={isByKey}
            choose={choose}
            takeOwnTime={() => choose(null, false, timeIn(startAt ?? "", timezone))}
            sold={(booking, isAsFirst) => {
              unsaved.clear();
              setSold({ booking, isAsFirst });
            }}
            refused={day.reload}
          />
        )}
      </div>
    </>
  );
}

/** From departure to departure. */
function focusStart(by: number): void {
  const buttons = [...document.querySelectorAll<HTMLElement>("button.large")];
  const at = buttons.findIndex((each) => each === document.activeElement);
  buttons[Math.max(0, at + by)]?.focus();
}

interface PartyGiven {
  readonly option: OptionWithDetails;
  /** Undefined: none of the day is chosen yet. */
  readonly start: Start | undefined;
  readonly entries: readonly AvailabilityEntry[];
  /** The departure was chosen by the keyboard. */
  readonly isByKey: boolean;
  readonly choose: (startAt: string, isByKey: boolean) => void;
  readonly takeOwnTime: () => void;
  readonly sold: (booking: Booking, isAsFirst: boolean) => void;
  readonly refused: () => void;
}

/** It stays while another day is chosen: the guest says "rather tomorrow" when all is typed. */
function PartyAndCustomer(given: PartyGiven) {
  const { option, start, entries, isByKey, choose, sold, refused } = given;
  const { id: optionId, units, requiredContactFields } = option;
  const [party, setParty] = useState<Party>(() => firstParty(units));
  const [prices, setPrices] = useState<Prices["amounts"]>();
  const [over, setOver] = useState<number | null>(null);
  const [turn, setTurn] = useState(0);
  // Without a departure nothing can be priced or booked.
  const unitItems = start ? unitItemsOf(party) : [];
  const order: Order = {
    optionId,
    ...start,
    unitItems,
    ...(prices && { retailPrices: ofParty(prices, party) }),
    ...(over === null ? {} : { expandCapacity: true }),
  };
  const startKey = JSON.stringify(start);
  const part = useRef<HTMLDivElement>(null);
  /** With what stands there selected, so that the next key replaces it. */
  const goTo = (field: string): void => {
    const input = part.current?.querySelector<HTMLInputElement>(field);
    input?.focus();
    input?.select();
  };
  useEffect(() => {
    if (isByKey && start) goTo("input");
    // The overbooking consent is valid only for this departure and party.
    setOver(null);
  }, [startKey]);
  return (
    <div ref={part}>
      <PartyFields
        units={units}
        party={party}
        change={(next) => {
          setParty(next);
          setOver(null);
        }}
        goOn={() => goTo("[name=name]")}
      />
      <Price
        order={order}
        travellers={paxIn(party, units)}
        entries={entries}
        choose={choose}
        giveOwnPrice={() => setPrices({})}
        takeOwnTime={given.takeOwnTime}
        turn={turn}
        over={over}
        expand={setOver}
      />
      <Tick
        checked={prices !== undefined}
        choose={(isTicked) => setPrices(isTicked ? {} : undefined)}
      >
        {texts.sale.ownPrice}
      </Tick>
      {prices && <OwnPrices order={order} change={setPrices} />}
      <CustomerForm
        order={order}
        contactFields={requiredContactFields}
        sold={sold}
        refused={() => {
          setTurn(turn + 1);
          refused();
        }}
      />
    </div>
  );
}

function ofParty(prices: Prices["amounts"], party: Party): Prices["amounts"] {
  return Object.fromEntries(Object.entries(prices).filter(([unitId]) => party[unitId]));
}
