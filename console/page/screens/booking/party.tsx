/** The party and its price, line by line; a live party can be changed. */
import { useState } from "preact/hooks";
import type { Booking, PricedUnit, Unit } from "@slipway/client";
import { zoneOf } from "../../catalog.ts";
import { retiredUnitsOf } from "../../parts/booking-facts.ts";
import { moneyWords } from "../../parts/booking-words.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { PartyFields } from "../../parts/party-fields.tsx";
import type { Party as Counts } from "../../parts/party.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useAction } from "../../use-action.ts";
import { useUnsaved } from "../../unsaved.ts";
import { useLoad } from "../../use-load.ts";
import { OthersChanges } from "./booking-changes.tsx";
import type { Part } from "./load-booking.ts";
import { NewPrice } from "./new-price.tsx";
import { OpenButton } from "./open-button.tsx";
import { partyChangeOf, partyIn, wholeIn } from "./party-change.ts";
import { useQuotes } from "./use-quotes.ts";
import { useVersion } from "./use-version.ts";

export function Party({ isLive, ...part }: Part & { isLive: boolean }) {
  const words = texts.booking;
  return (
    <section>
      <h2>{words.partyAndPrice}</h2>
      <Lines booking={part.booking} />
      {may("bookings:write") && may("catalog:read") && (
        <OpenButton label={words.changeParty} isLive={isLive}>
          {(close) => <Change {...part} close={close} />}
        </OpenButton>
      )}
    </section>
  );
}

function Lines({ booking: { pricingSnapshot: price } }: { booking: Booking }) {
  const { booking: words, sale } = texts;
  if (!price) return null;
  const money = (minor: number | undefined): string =>
    minor === undefined ? "" : moneyWords(minor, price);
  return (
    <>
      <DataList<PricedUnit>
        caption={words.partyAndPrice}
        rows={price.unitPricing}
        keyOf={({ unitId }) => unitId}
        columns={[
          { title: words.unit, cell: ({ name, unitId }) => name ?? unitId },
          { title: words.quantity, cell: ({ quantity }) => quantity, isNumber: true },
          { title: words.each, cell: ({ unitRetail }) => money(unitRetail), isNumber: true },
          { title: sale.price, cell: ({ retail }) => money(retail), isNumber: true },
        ]}
      />
      <p>
        <strong>{fill(sale.total, { total: money(price.retail) })}</strong>
      </p>
    </>
  );
}

type Open = Part & { close: () => void };

function Change(open: Open) {
  const { optionId } = open.booking;
  const option = useLoad(optionId, (slipway) => slipway.options.get(optionId));
  return (
    <IfLoaded loaded={option}>{({ units }) => <PartyForm {...open} units={units} />}</IfLoaded>
  );
}

function PartyForm({ booking, catalog, done, close, units }: Open & { units: readonly Unit[] }) {
  const words = texts.booking;
  const version = useVersion(booking);
  const { act, error, isBusy } = useAction();
  const [party, setParty] = useState<Counts>(() => partyIn(booking));
  // As it opened, like the party: another may change the booking meanwhile.
  const [whole] = useState(() => wholeIn(booking));
  const [retired] = useState(() => retiredUnitsOf(booking, units));
  const change = partyChangeOf(party, whole);
  const unsaved = useUnsaved();
  const quotes = useQuotes(version, change.unitItems.length > 0 ? change : undefined);
  const save = (): void =>
    void act(
      (slipway) =>
        version.attempt(slipway, ({ id, updatedAt }) =>
          slipway.bookings.update(id, { expectedUpdatedAt: updatedAt, ...change }),
        ),
      (changed) => {
        unsaved.clear();
        close();
        done(words.changed, changed);
      },
    );
  return (
    <>
      <PartyFields
        units={[
          ...units,
          ...retired,
          ...whole.map(({ resourceId: id, name }) => ({
            id,
            name: fill(words.wholeOf, { name }),
            restrictions: {},
          })),
        ]}
        party={party}
        change={(next) => {
          unsaved.touch();
          setParty(next);
        }}
      />
      <NewPrice booking={version.read} quotes={quotes} />
      <OthersChanges
        booking={booking}
        others={version.others}
        zone={zoneOf(catalog, booking.optionId)}
      />
      <ProblemNote error={error} />
      <div class="controls">
        <button type="button" class="main" disabled={isBusy || !quotes.data?.fresh} onClick={save}>
          {texts.parts.save}
        </button>
      </div>
    </>
  );
}
