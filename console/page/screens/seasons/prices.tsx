/** The prices of an option on the strip of the year, below its seasons. A change replaces all of them at once. */
import { useState } from "preact/hooks";
import type { OptionWithDetails, PricingPeriod } from "@slipway/client";
import { moneyWords } from "../../parts/booking-words.tsx";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { me } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { dayIn } from "../../zone.ts";
import { type Pointed, periodColumns, spanWords } from "./period-columns.tsx";
import { PriceOfDay } from "./price-of-day.tsx";
import { PriceButton } from "./price-button.tsx";
import { savePrices } from "./save-prices.ts";

interface Given {
  readonly optionId: string;
  readonly zone: string;
  readonly marked: readonly string[];
}

export function Prices({ optionId, zone, marked }: Given) {
  const loaded = useLoad(optionId, ({ options }) => options.get(optionId));
  const [day, choose] = useState(dayIn(new Date(), zone));
  return (
    <IfLoaded loaded={loaded}>
      {(option) => (
        <>
          <PriceTable
            option={option}
            zone={zone}
            marked={marked}
            done={loaded.reload}
            pointed={{ day, choose }}
          />
          <p class="controls">
            <PriceButton option={option} zone={zone} done={loaded.reload} />
          </p>
          <PriceOfDay
            periods={option.pricingPeriods}
            day={day}
            choose={choose}
            priceWords={(applying) =>
              // A price for the whole booking, and one by the number of travellers, depend on the party.
              (option.pricingPer ?? "UNIT") === "UNIT" && !applying[0]?.retailPriceTiers
                ? `${option.units
                    // A ticket without a price in the first has that of the next.
                    .map(
                      ({ id }) =>
                        applying.find(({ retailPrices }) => id in retailPrices)?.retailPrices[id],
                    )
                    .map(priceWords)
                    .join(" / ")}, `
                : ""
            }
          />
        </>
      )}
    </IfLoaded>
  );
}

interface TableGiven extends Pick<Given, "zone" | "marked"> {
  readonly option: OptionWithDetails;
  readonly done: () => void;
  readonly pointed: Pointed;
}

function PriceTable({ option, zone, marked, done, pointed }: TableGiven) {
  const words = texts.seasons;
  return (
    <DataList
      caption={words.prices}
      empty={words.noPrice}
      rows={option.pricingPeriods}
      keyOf={({ id }) => id}
      columns={[
        ...periodColumns(marked, pointed),
        ...option.units.map(({ id, name }) => ({
          title: name,
          isNumber: true,
          cell: ({ retailPrices: { [id]: price } }: PricingPeriod) => priceWords(price),
        })),
        {
          title: words.change,
          cell: (period) => (
            <span class="row-actions">
              <PriceButton option={option} zone={zone} period={period} done={done} />
              <ConfirmButton
                label={words.remove}
                name={spanWords(period)}
                act={(slipway) => savePrices(slipway, { optionId: option.id, period })}
                done={done}
              >
                {words.removePrice}
              </ConfirmButton>
            </span>
          ),
        },
      ]}
    />
  );
}

function priceWords(minor: number | undefined): string {
  const tenant = me.value?.tenant;
  if (minor === undefined || !tenant) return "";
  const { defaultCurrency: currency, currencyPrecision } = tenant;
  return moneyWords(minor, { currency, currencyPrecision });
}
