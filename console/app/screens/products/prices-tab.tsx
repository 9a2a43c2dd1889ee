/** The prices of an option: a row for each ticket, a column for each season, each cell typed in place. */
import { Button, Card, Group, Select, Stack, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { OptionWithDetails, PricingPer } from "@slipway/client";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import { pricesAfter, saveAllPrices } from "../../../page/screens/seasons/save-prices.ts";
import { may, me } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { useSoldChanged } from "../../parts/use-sold.ts";
import { PriceCell } from "./price-cell.tsx";
import {
  type PriceColumn,
  changesOf,
  columnsOf,
  copiedForNextYear,
  newColumn,
} from "./price-columns.ts";
import { PriceEffect } from "./price-effect.tsx";
import { PriceHead } from "./price-head.tsx";
import { PriceOfDay } from "./price-of-day.tsx";
import { SaveBar } from "./save-bar.tsx";
import { productWords } from "./texts.ts";
import { WhenModal, wholeYear } from "./when-form.tsx";

interface Given {
  readonly option: OptionWithDetails;
  readonly zone: string;
}

/** Typed prices begin anew where the stored prices are others: each write gives them new ids. */
export function PricesTab({ option, zone }: Given) {
  const words = productWords();
  if (option.units.length === 0) return <Text className="soft">{words.ticketFirst}</Text>;
  if (option.availabilityPeriods.length + option.pricingPeriods.length === 0)
    return <Text className="soft">{words.seasonFirst}</Text>;
  return (
    <Stack gap="md">
      <PriceTable
        key={option.pricingPeriods.map(({ id }) => id).join()}
        option={option}
        zone={zone}
      />
      {option.pricingPeriods.length > 0 && <PriceOfDay option={option} zone={zone} />}
    </Stack>
  );
}

function usePrices(option: OptionWithDetails) {
  const minorUnits = 10 ** (me.value?.tenant.currencyPrecision ?? 0);
  const first = (): readonly PriceColumn[] => columnsOf(option, minorUnits);
  const [columns, setColumns] = useState(first);
  const [pricingPer, setPricingPer] = useState<PricingPer>(option.pricingPer ?? "UNIT");
  const acting = useAction();
  const changed = useSoldChanged();
  const unsaved = useUnsaved();
  const changes = changesOf(columns, minorUnits);
  const count = changes.length + (pricingPer === (option.pricingPer ?? "UNIT") ? 0 : 1);
  useEffect(() => (count > 0 ? unsaved.touch() : unsaved.clear()), [count]);
  return {
    columns,
    pricingPer,
    setPricingPer,
    acting,
    count,
    after: { pricingPer, periods: pricesAfter(option.pricingPeriods, changes), days: 366 },
    change: (column: PriceColumn, part: Partial<PriceColumn>): void =>
      setColumns((all) =>
        all.map((each) => (each.key === column.key ? { ...each, ...part } : each)),
      ),
    add: (column: PriceColumn): void => setColumns((all) => [...all, column]),
    copy: (column: PriceColumn, today: string): void =>
      setColumns((all) => [...all, copiedForNextYear(column, all, today)]),
    discard: (): void => {
      setColumns(first);
      setPricingPer(option.pricingPer ?? "UNIT");
    },
    save: (): void =>
      void acting.act(
        (slipway) => saveAllPrices(slipway, option.id, changes, pricingPer),
        () => {
          unsaved.clear();
          notifications.show({ color: "green", message: productWords().pricesSaved });
          changed();
        },
      ),
  };
}

function PriceTable({ option, zone }: Given) {
  const words = productWords();
  const prices = usePrices(option);
  const [isAdding, setAdding] = useState(false);
  const isWriter = may("resources:write");
  return (
    <>
      <Select
        label={words.pricePer}
        maw={320}
        allowDeselect={false}
        disabled={!isWriter}
        data={Object.entries(words.per).map(([value, label]) => ({ value, label }))}
        value={prices.pricingPer}
        onChange={(per) => per && prices.setPricingPer(per as PricingPer)}
      />
      <Card withBorder padding={0}>
        <Cells option={option} zone={zone} prices={prices} isWriter={isWriter} />
      </Card>
      <Text size="xs" className="soft">
        {words.pricesHint}
      </Text>
      {isWriter && (
        <Group>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {words.addPriceSeason}
          </Button>
        </Group>
      )}
      {prices.count > 0 && !prices.acting.isBusy && (
        <PriceEffect optionId={option.id} prices={prices.after} />
      )}
      <SaveBar
        count={prices.count}
        submit={words.savePrices}
        save={prices.save}
        discard={prices.discard}
        isBusy={prices.acting.isBusy}
        error={prices.acting.error}
      />
      <WhenModal
        isShown={isAdding}
        close={() => setAdding(false)}
        title={words.addPriceSeason}
        first={{ ...wholeYear, startTimes: timesIn(option) }}
        zone={zone}
        submit={words.addPriceSeason}
        done={(when) => prices.add(newColumn(when))}
      />
    </>
  );
}

/** All times at which the option departs. */
function timesIn({ availabilityPeriods }: OptionWithDetails): string[] {
  return [...new Set(availabilityPeriods.flatMap(({ startTimes }) => startTimes))].toSorted();
}

interface CellsGiven extends Given {
  readonly prices: ReturnType<typeof usePrices>;
  readonly isWriter: boolean;
}

function Cells({ option, zone, prices, isWriter }: CellsGiven) {
  const words = productWords();
  const shown = prices.columns.filter(({ isRemoved }) => !isRemoved);
  return (
    <Table.ScrollContainer minWidth={110 + 190 * shown.length}>
      <Table aria-label={texts.seasons.prices} withColumnBorders verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={110}>{words.ticket}</Table.Th>
            {shown.map((column) => (
              <PriceHead
                key={column.key}
                column={column}
                zone={zone}
                change={(part) => prices.change(column, part)}
                copy={() => prices.copy(column, dayIn(new Date(), zone))}
                isWriter={isWriter}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {option.units.map((unit) => (
            <Table.Tr key={unit.id}>
              <Table.Th scope="row" fw={500}>
                {unit.name}
              </Table.Th>
              {shown.map((column) => (
                <PriceCell
                  key={column.key}
                  unit={unit}
                  column={column}
                  change={(part) => prices.change(column, part)}
                  isWriter={isWriter}
                />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {shown.length === 0 && <Table.Caption>{texts.seasons.noPrice}</Table.Caption>}
      </Table>
    </Table.ScrollContainer>
  );
}
