/** The departures of the day, the opened one, and what is printed of them. */
import { useState } from "preact/hooks";
import type { Supplier } from "@slipway/client";
import type { Catalog } from "../../catalog.ts";
import { csvOf } from "../../csv.ts";
import { saveFile } from "../../parts/save-file.ts";
import { Tick } from "../../parts/tick.tsx";
import { hrefOf, query } from "../../router.ts";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { csvRowsOf } from "./csv-rows.ts";
import type { Departure } from "./day-sheet.ts";
import { DepartureDetail } from "./departure-detail.tsx";
import { DepartureList } from "./departure-list.tsx";
import { Manifest } from "./manifest.tsx";

interface Given {
  readonly date: string;
  readonly supplier: Supplier;
  readonly departures: readonly Departure[];
  readonly catalog: Catalog;
  readonly reload: () => void;
}

export function Departures(given: Given) {
  const { date, supplier, departures, catalog } = given;
  const words = texts.day;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [withPrices, setWithPrices] = useState(false);
  const opened = departures.find(({ key }) => key === query.value.get("departure"));
  if (departures.length === 0)
    return catalog.products.length === 0 ? (
      <p class="minor">{words.noProduct}</p>
    ) : (
      <p class="minor">
        {words.empty}{" "}
        {may("resources:write") && (
          <a href={hrefOf("/seasons", { supplier: supplier.id })}>{texts.seasons.title}</a>
        )}
      </p>
    );
  const printed = departures.filter(({ key, bookings }) => bookings.length > 0 && !left.has(key));
  const save = (): void => saveFile(`${date}.csv`, csvOf(csvRowsOf(printed, texts, withPrices)));
  return (
    <>
      <div class="controls">
        <button type="button" onClick={() => print()} disabled={printed.length === 0}>
          {words.print}
        </button>
        <button type="button" onClick={save} disabled={printed.length === 0}>
          {words.csv}
        </button>
        <Tick checked={withPrices} choose={setWithPrices}>
          {words.withPrices}
        </Tick>
      </div>
      <div class="day-sheet no-print">
        <DepartureList
          departures={departures}
          knownZone={supplier.timezone}
          opened={opened?.key}
          isPrinted={(key) => !left.has(key)}
          togglePrinted={(key) => setLeft((before) => toggled(before, key))}
        />
        {opened ? (
          <DepartureDetail
            key={opened.key}
            departure={opened}
            catalog={catalog}
            reload={given.reload}
          />
        ) : (
          <p class="minor">{words.openOne}</p>
        )}
      </div>
      <Manifest departures={printed} withPrices={withPrices} />
    </>
  );
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return keys.symmetricDifference(new Set([key]));
}
