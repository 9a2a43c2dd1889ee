/** The order: its bookings with the price of each or why it cannot be had, the contact, and the buttons that hold or sell all of it. */
import { ActionIcon, Alert, Box, Card, Group, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import X from "lucide-react/icons/x";
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { OrderQuote } from "@slipway/client";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { problemInWords } from "../../../page/problem-words.ts";
import {
  type InBasket,
  basket,
  contact,
  emptyBasket,
  isRefused,
  orderAttempt,
  takeFromBasket,
  takeSold,
} from "../../../page/screens/new/basket.ts";
import { customerIn } from "../../../page/screens/new/customer.ts";
import { OrderRefused, isSettledOrder, placeOrder } from "../../../page/screens/new/place-order.ts";
import { useAttempt } from "../../../page/screens/new/use-attempt.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useLoad } from "../../../page/use-load.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { partWords } from "../../parts/texts.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { focusDeparture } from "./departures.tsx";
import { Buttons, Unsettled } from "./sell-buttons.tsx";
import { newTexts } from "./texts.ts";

/** @param refused Vacancies may have changed. */
export function BasketCard({ refused }: { readonly refused: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const count = basket.value.length;
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    // The button that was pressed rests now, or is gone.
    if (count === 0) focusDeparture(0);
    else heading.current?.focus({ preventScroll: true });
  }, [count]);
  return count > 0 && <Filled heading={heading} items={basket.value} refused={refused} />;
}

interface Given {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly items: readonly InBasket[];
  readonly refused: () => void;
}

function Filled({ heading, items, refused }: Given) {
  const words = newTexts();
  const [, go] = useLocation();
  const [turn, setTurn] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const sales = items.map(({ sale }) => sale);
  const quote = useLoad(
    JSON.stringify(sales),
    ({ orders }) => orders.quote({ items: sales }),
    turn,
  );
  const attempt = useAttempt({
    sell: placeOrder,
    keep: orderAttempt,
    isSettled: isSettledOrder,
    sold: (id, isAsFirst, order) => {
      takeSold(order);
      if (isAsFirst) notifications.show({ color: "orange", message: texts.sale.asFirst });
      go(`/orders/${id}`);
    },
    refused: () => {
      setTurn(turn + 1);
      refused();
    },
  });
  const send = (isSold: boolean) => (event: SyntheticEvent) => {
    event.preventDefault();
    const wanted = items.map(({ id, sale }) => ({ id, sale }));
    if (form.current?.reportValidity())
      attempt.send({ sales: wanted, isSold, ...contactIn(form.current) });
  };
  const { retail = null } = quote.data ?? {};
  return (
    <Card withBorder padding="lg">
      <form
        ref={form}
        onSubmit={send(true)}
        aria-label={words.order}
        // It is kept, so leaving asks nothing.
        onInput={(event) => {
          event.stopPropagation();
          contact.current = contactIn(event.currentTarget);
        }}
      >
        <Stack gap="md">
          <Head heading={heading} count={items.length} />
          <Lines items={items} quote={quote.data} refusals={refusalsIn(attempt.error)} />
          <ProblemNote error={quote.error} again={quote.reload} />
          <CustomerFields
            contactFields={items.flatMap(({ contactFields }) => contactFields)}
            first={contact.current}
          />
          {refusalsIn(attempt.error) ? (
            <Alert color="red">{words.noneHeld}</Alert>
          ) : (
            <ProblemNote error={attempt.error} />
          )}
          {attempt.isUnsettled && !attempt.isBusy && <Unsettled another={emptyBasket} />}
          <Buttons
            price={quote.data && retail !== null ? { ...quote.data, retail } : undefined}
            cannotSend={attempt.isBusy || (retail === null && !attempt.isUnsettled)}
            isBusy={attempt.isBusy}
            hold={send(false)}
          />
        </Stack>
      </form>
    </Card>
  );
}

function contactIn(form: HTMLFormElement) {
  return customerIn(new FormData(form));
}

function refusalsIn(error: unknown) {
  return error instanceof OrderRefused ? error.refusals : undefined;
}

interface HeadGiven extends Pick<Given, "heading"> {
  readonly count: number;
}

function Head({ heading, count }: HeadGiven) {
  const words = newTexts();
  return (
    <Box>
      <Title order={2} size="h4" ref={heading} tabIndex={-1} className="heading">
        {words.order} · {counted(count, partWords().bookings)}
      </Title>
      <Text size="xs" className="soft">
        {words.orderHint}
      </Text>
    </Box>
  );
}

interface LinesGiven {
  readonly items: readonly InBasket[];
  /** Undefined: it is being asked for. */
  readonly quote: OrderQuote | undefined;
  readonly refusals: OrderRefused["refusals"] | undefined;
}

function Lines({ items, quote, refusals }: LinesGiven) {
  const words = newTexts();
  return (
    <Box>
      <ul className="plain lines">
        {items.map((each, index) => (
          <Group key={each.id} component="li" wrap="nowrap" align="flex-start" gap="xs">
            <Box flex={1} miw={0}>
              <Text size="sm" fw={600}>
                {each.name}
              </Text>
              <Text size="xs" className="soft">
                <span className="number">{timeWords(each.startAt, each.timezone, true)}</span> ·{" "}
                {each.party}
              </Text>
              <Refusal item={quote?.items[index]} refusal={refusals?.get(each.id)} />
            </Box>
            <Text size="sm" className="number">
              {priceIn(quote?.items[index])}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={fill(words.takeOut, { name: each.name })}
              onClick={() => takeFromBasket(each.id)}
            >
              <X size={16} />
            </ActionIcon>
          </Group>
        ))}
      </ul>
      {/* A refusal says so itself; what is said here is the sum. */}
      <Group justify="space-between" component="output" className="sum">
        {quote && quote.retail !== null && (
          <>
            <Text fw={650}>{words.total}</Text>
            <Text className="figure number">{moneyWords(quote.retail, quote)}</Text>
          </>
        )}
      </Group>
    </Box>
  );
}

type Item = OrderQuote["items"][number] | undefined;

function priceIn(item: Item): string {
  if (!item || isRefused(item)) return "";
  return moneyWords(item.pricingSnapshot.retail, item.pricingSnapshot);
}

interface RefusalGiven {
  readonly item: Item;
  /** The refusal of the attempt: another may have taken the places after the quote. */
  readonly refusal: unknown;
}

function Refusal({ item, refusal }: RefusalGiven) {
  const sentence = item && isRefused(item) ? quotedWords(item) : attemptWords(refusal);
  if (sentence === undefined) return null;
  return (
    <Text size="sm" className="danger" role="alert">
      {sentence}
    </Text>
  );
}

function quotedWords({ code, title, vacancies }: Extract<Item, { code: string }>): string {
  const known: Readonly<Record<string, string>> = texts.refusals;
  const room = vacancies === undefined ? [] : [counted(vacancies, newTexts().roomFor)];
  return [known[code] ?? title, ...room].join(" ");
}

function attemptWords(refusal: unknown): string | undefined {
  return refusal === undefined ? undefined : problemInWords(refusal, texts).sentence;
}
