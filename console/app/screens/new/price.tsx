/** The price of the party as it stands, or the reason why it cannot be booked with the ways out. */
import "@mantine/core/styles/Divider.css";
import { Button, Checkbox, Divider, Group, Paper, Stack, Text } from "@mantine/core";
import { type AvailabilityEntry, type Quote, isProblem } from "@slipway/client";
import { chargesIn, moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { otherDepartures } from "../../../page/screens/new/other-departures.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import type { Loaded } from "../../../page/use-load.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { newTexts } from "./texts.ts";

interface Given {
  /** Something is chosen that has a price. */
  readonly isOf: boolean;
  readonly quote: Loaded<Quote>;
  /** Undefined: a time that no departure has. */
  readonly startAt: string | undefined;
  /** The number of travellers in the party: one unit may stand for several. */
  readonly travellers: number;
  readonly entries: readonly AvailabilityEntry[];
  readonly choose: (startAt: string, isByKey: boolean) => void;
  readonly giveOwnPrice: () => void;
  readonly takeOwnTime: () => void;
  /** By how many places the departure grows; null: it stays as it is. */
  readonly over: number | null;
  readonly expand: (over: number | null) => void;
}

export function Price(given: Given) {
  const { isOf, quote, over, expand } = given;
  const isKnown = isOf && !quote.isLoading;
  return (
    <Paper className="price" p="md" component="section" aria-label={texts.sale.price}>
      <Stack gap="xs">
        {isKnown && quote.error !== undefined && <Refused {...given} error={quote.error} />}
        {over !== null && <Expand over={over} expand={expand} isChecked />}
        {/* A refusal says so itself. */}
        <Stack gap="xs" aria-live="polite">
          {isOf && quote.error === undefined && quote.data ? (
            <Lines {...quote.data} />
          ) : (
            !isKnown && (
              <Text size="sm" className="soft">
                {newTexts().priceHint}
              </Text>
            )
          )}
        </Stack>
      </Stack>
    </Paper>
  );
}

function Lines({ pricingSnapshot: price, vacanciesAfter }: Quote) {
  const words = newTexts();
  return (
    <>
      {price.unitPricing.map(({ unitId, quantity, name, retail }) => (
        <Group key={unitId} justify="space-between">
          <Text size="sm" className="soft">
            {quantity} {name}
          </Text>
          <Text size="sm" className="number">
            {moneyWords(retail, price)}
          </Text>
        </Group>
      ))}
      {chargesIn(price).map(({ name, amount }, index) => (
        <Group key={`${index} ${name}`} justify="space-between">
          <Text size="sm" className="soft">
            {name}
          </Text>
          <Text size="sm" className="number">
            {moneyWords(amount, price)}
          </Text>
        </Group>
      ))}
      <Divider />
      <Group justify="space-between">
        <Text fw={650}>{words.total}</Text>
        <Text className="figure number">{moneyWords(price.retail, price)}</Text>
      </Group>
      {vacanciesAfter !== null && (
        <Text size="xs" className="soft">
          {counted(vacanciesAfter, words.staysFree)}
        </Text>
      )}
    </>
  );
}

function Refused(given: Given & { readonly error: unknown }) {
  const { error, travellers, expand, giveOwnPrice, takeOwnTime } = given;
  return (
    <>
      <ProblemNote error={error} isAdvice={isProblem(error) && error.status < 500} />
      {isProblem(error, "PRICE_NOT_CONFIGURED") && (
        <Button variant="default" onClick={giveOwnPrice}>
          {newTexts().customPrice}
        </Button>
      )}
      {isProblem(error, "BOOKING_CUTOFF_PASSED") && (
        <Button variant="default" onClick={takeOwnTime}>
          {texts.sale.allTheSame}
        </Button>
      )}
      {isProblem(error, "CAPACITY_EXHAUSTED") && (
        <>
          <Others {...given} />
          <Expand over={travellers - (error.body.vacancies ?? 0)} expand={expand} />
        </>
      )}
    </>
  );
}

/** The way out of a full departure: others of the day with room for as many. */
function Others({ entries, startAt, travellers, choose }: Given) {
  const fitting = otherDepartures(entries, { startAt, travellers });
  if (fitting.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{texts.sale.others}</Text>
      {fitting.map((each) => (
        <Button
          key={each.startAt}
          size="xs"
          variant="default"
          onClick={({ detail }) => choose(each.startAt, detail === 0)}
        >
          {timeWords(each.startAt, each.timezone)}
        </Button>
      ))}
    </Group>
  );
}

interface ExpandGiven {
  readonly over: number;
  readonly expand: Given["expand"];
  readonly isChecked?: boolean;
}

/** The other way out: the departure gets more places than its boat has. */
function Expand({ over, expand, isChecked = false }: ExpandGiven) {
  return (
    <Checkbox
      checked={isChecked}
      onChange={({ currentTarget }) => expand(currentTarget.checked ? over : null)}
      label={counted(over, newTexts().over)}
    />
  );
}
