/** One price, typed in place. */
import "@mantine/core/styles/NumberInput.css";
import { NumberInput, Table } from "@mantine/core";
import type { Unit } from "@slipway/client";
import { me } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import type { PriceColumn } from "./price-columns.ts";
import { seasonWords } from "./season-words.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly unit: Unit;
  readonly column: PriceColumn;
  readonly change: (part: Partial<PriceColumn>) => void;
  readonly isWriter: boolean;
}

export function PriceCell({ unit, column, change, isWriter }: Given) {
  const { defaultCurrency = "", currencyPrecision = 0 } = me.value?.tenant ?? {};
  const now = column.prices[unit.id] ?? "";
  return (
    <Table.Td p={4}>
      <NumberInput
        aria-label={fill(productWords().priceOf, {
          name: unit.name,
          season: seasonWords(column.when),
        })}
        min={0}
        decimalScale={currencyPrecision}
        fixedDecimalScale
        hideControls
        readOnly={!isWriter}
        placeholder="–"
        rightSection={<span className="soft">{defaultCurrency}</span>}
        rightSectionWidth={48}
        classNames={{ input: "number end" }}
        value={now}
        onChange={(price) => {
          // "45.00" is 45, as it was.
          if (price !== now && (price === "" || now === "" || Number(price) !== Number(now)))
            change({ prices: { ...column.prices, [unit.id]: price }, isTouched: true });
        }}
      />
    </Table.Td>
  );
}
