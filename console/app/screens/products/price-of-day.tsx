/** Which price counts at each time of a day, and why. */
import { Card, Group, List, Text } from "@mantine/core";
import { DateInput } from "@mantine/dates";
import type { OptionWithDetails, PricingPeriod } from "@slipway/client";
import { byPrecedence, reasonBefore } from "@slipway/departures/precedence";
import { useState } from "react";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { isOfDay } from "../../../page/screens/seasons/year.ts";
import { me } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { dayIn } from "../../../page/zone.ts";
import { seasonWords } from "./season-words.ts";

interface Given {
  readonly option: OptionWithDetails;
  readonly zone: string;
}

export function PriceOfDay({ option, zone }: Given) {
  const { seasons: words } = texts;
  const [day, choose] = useState(() => dayIn(new Date(), zone));
  const counting = byPrecedence(option.pricingPeriods).filter((period) => isOfDay(period, day));
  const times = [...new Set(counting.flatMap(({ startTimes }) => startTimes))].toSorted();
  return (
    <Card withBorder padding="md">
      <Group align="flex-start" gap="lg">
        <DateInput
          label={words.priceOn}
          valueFormat="D MMM YYYY"
          w={180}
          value={day}
          onChange={(chosen) => chosen && choose(chosen)}
        />
        <List size="sm" aria-live="polite" listStyleType="none" className="plain">
          {times.map((time) => {
            const applying = counting.filter(({ startTimes }) => startTimes.includes(time));
            const [first, second] = applying;
            return (
              <List.Item key={time}>
                <Text span size="sm" fw={600} className="number">
                  {time}: {priceWords(option, applying)}
                </Text>{" "}
                <Text span size="xs" className="soft">
                  {first && seasonWords(first)}
                  {first && second && `: ${words.because[reasonBefore(first, second)]}`}
                </Text>
              </List.Item>
            );
          })}
          {times.length === 0 && <List.Item>{words.noPrice}</List.Item>}
        </List>
      </Group>
    </Card>
  );
}

/** A price for the whole booking, and one by the number of guests, depend on the party. */
function priceWords(
  { pricingPer, units }: OptionWithDetails,
  applying: readonly PricingPeriod[],
): string {
  const tenant = me.value?.tenant;
  if (!tenant || (pricingPer ?? "UNIT") !== "UNIT" || applying[0]?.retailPriceTiers) return "";
  const { defaultCurrency: currency, currencyPrecision } = tenant;
  return units
    .map(({ id }) => {
      // A ticket without a price in the first has that of the next.
      const found = applying.find(({ retailPrices }) => id in retailPrices)?.retailPrices[id];
      return found === undefined ? "–" : moneyWords(found, { currency, currencyPrecision });
    })
    .join(" / ");
}
