/** Effects of changed prices in the next 12 months, before they are saved. */
import { Badge, Card, List, Stack, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { PriceChange, QuotePricingPeriodsRequest } from "@slipway/client";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { dateWords } from "../../../page/parts/time-words.ts";
import { me } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useSold } from "../../parts/use-sold.ts";
import { runsOf } from "./price-runs.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly optionId: string;
  readonly prices: QuotePricingPeriodsRequest;
}

/** Nothing is shown of prices that are not whole yet: saving them says why. */
export function PriceEffect({ optionId, prices }: Given) {
  const words = productWords();
  const [asked] = useDebouncedValue(JSON.stringify(prices), 500);
  const { data } = useSold(["price-effect", optionId, asked], ({ options }) =>
    options.quotePricingPeriods(optionId, JSON.parse(asked) as QuotePricingPeriodsRequest),
  );
  if (!data) return null;
  return (
    <Card withBorder padding="md" component="section" aria-label={texts.seasons.effect}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.seasons.effect}
        </Title>
        <Badge variant="default" size="lg" fw={500}>
          {counted(data.days.length, words.pricedDays)}
        </Badge>
        <List size="sm">
          {runsOf(data.days).map((run) => (
            <List.Item key={run.date}>
              {daysWords(run)}: {pricesWords(run)}
            </List.Item>
          ))}
        </List>
      </Stack>
    </Card>
  );
}

function daysWords({ date, until, days }: ReturnType<typeof runsOf>[number]): string {
  const [first, last] = [date, until].map((day) => dateWords(day, { dateStyle: "medium" }));
  return days === 1
    ? `${first}`
    : `${first} – ${last}, ${counted(days, productWords().departureDays)}`;
}

function pricesWords({ before, after }: PriceChange): string {
  const [earlier, later] = [before, after].map(amountWords) as [string, string];
  return fill(productWords().insteadOf, { before: earlier, after: later });
}

function amountWords(amount: number | null): string {
  const { defaultCurrency = "EUR", currencyPrecision = 2 } = me.value?.tenant ?? {};
  return amount === null
    ? "–"
    : moneyWords(amount, { currency: defaultCurrency, currencyPrecision });
}
