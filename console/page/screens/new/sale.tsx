/** The sale of one option: its days and departures, the party, the price as it is chosen, the customer. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AvailabilityEntry, Booking, Supplier, Unit } from "@slipway/client";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { dayAfter, dayIn, rangeOfDay } from "../../zone.ts";
import { texts } from "../../texts/texts.ts";
import { useKeys } from "../../use-keys.ts";
import { useLoad } from "../../use-load.ts";
import { CustomerForm } from "./customer-form.tsx";
import { DayStrip } from "../../parts/day-strip.tsx";
import { type Party, firstParty } from "../../parts/party.ts";
import { PartyFields } from "../../parts/party-fields.tsx";
import { Price } from "./price.tsx";
import { Sold } from "./sold.tsx";
import { StartButtons } from "../../parts/start-buttons.tsx";

interface Given {
  readonly optionId: string;
  readonly supplier: Pick<Supplier, "id" | "timezone">;
  /** Of its departures. */
  readonly timezone: string;
  readonly firstStartAt: string | null;
}

export function Sale({ optionId, supplier, timezone, firstStartAt }: Given) {
  const first =
    firstStartAt !== null && !Number.isNaN(Date.parse(firstStartAt)) ? firstStartAt : null;
  const [date, setDate] = useState(() => dayIn(first ?? new Date(), timezone));
  const [startAt, setStartAt] = useState(first);
  const [isByKey, setIsByKey] = useState(false);
  const [sold, setSold] = useState<Booking>();
  const option = useLoad(optionId, (slipway, signal) => slipway.options.get(optionId, { signal }));
  const day = useLoad(`${optionId} ${date}`, (slipway, signal) =>
    slipway.availability.list({ optionId, ...rangeOfDay(date, timezone) }, { signal }),
  );
  const choose = (chosen: string): void => {
    setDate(chosen);
    setStartAt(null);
  };
  useKeys({
    ArrowLeft: () => choose(dayAfter(date, -1)),
    ArrowRight: () => choose(dayAfter(date)),
    ArrowUp: () => focusStart(-1),
    ArrowDown: () => focusStart(1),
  });
  if (sold) return <Sold booking={sold} timezone={timezone} supplier={supplier} />;
  const error = option.error ?? day.error;
  const entries = day.data ?? [];
  return (
    <>
      {error !== undefined && <ProblemNote error={error} again={day.reload} />}
      <DayStrip optionId={optionId} timezone={timezone} date={date} choose={choose} />
      <StartButtons
        entries={entries}
        isLoading={day.isLoading}
        chosen={startAt}
        choose={(start, byKey) => {
          setStartAt(start);
          setIsByKey(byKey);
        }}
      />
      {option.data && startAt !== null && (
        <PartyAndCustomer
          optionId={optionId}
          units={option.data.units}
          startAt={startAt}
          entries={entries}
          isByKey={isByKey}
          sold={setSold}
        />
      )}
      {startAt === null && <p class="empty">{texts.value.sale.chooseStart}</p>}
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
  readonly optionId: string;
  readonly units: readonly Unit[];
  readonly startAt: string;
  readonly entries: readonly AvailabilityEntry[];
  /** The departure was chosen by the keyboard. */
  readonly isByKey: boolean;
  readonly sold: (booking: Booking) => void;
}

function PartyAndCustomer({ optionId, units, startAt, entries, isByKey, sold }: PartyGiven) {
  const [party, setParty] = useState<Party>(() => firstParty(units));
  const part = useRef<HTMLDivElement>(null);
  /** With what stands there selected, so that the next key replaces it. */
  const goTo = (field: string): void => {
    const input = part.current?.querySelector<HTMLInputElement>(field);
    input?.focus();
    input?.select();
  };
  useEffect(() => {
    if (isByKey) goTo("input");
  }, [startAt]);
  return (
    <div ref={part}>
      <PartyFields units={units} party={party} change={setParty} goOn={() => goTo("[name=name]")} />
      <Price optionId={optionId} startAt={startAt} party={party} entries={entries} />
      <CustomerForm optionId={optionId} startAt={startAt} party={party} sold={sold} />
    </div>
  );
}
