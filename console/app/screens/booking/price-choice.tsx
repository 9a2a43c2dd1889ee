/** The price of the booking after a change, beside its price now; a move may keep the old price. */
import { Box, Loader, Radio, Stack, Text } from "@mantine/core";
import type { Booking, PricingSnapshot } from "@slipway/client";
import { hasPrice } from "../../../page/parts/booking-facts.ts";
import type { Quotes } from "../../../page/screens/booking/use-quotes.ts";
import { texts } from "../../../page/texts/texts.ts";
import type { Loaded } from "../../../page/use-load.ts";
import { changedPriceWords } from "../../parts/changed-price-words.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";

export type PriceOf = keyof Quotes;

interface Given {
  readonly booking: Booking;
  readonly quotes: Loaded<Quotes>;
  /** Only of a move. */
  readonly choice?: { readonly priceOf: PriceOf; readonly choose: (priceOf: PriceOf) => void };
}

export function PriceChoice({ booking, quotes, choice }: Given) {
  const { booking: words, sale, app } = texts;
  const { fresh, kept } = quotes.data ?? {};
  const radio = (value: PriceOf, name: string, price: PricingSnapshot) => (
    <Radio
      value={value}
      label={
        <span className="number">
          {name}: {changedPriceWords(booking, price)}
        </span>
      }
    />
  );
  return (
    <Box
      component="fieldset"
      bd={0}
      p={0}
      m={0}
      miw={0}
      aria-label={words.newPrice}
      aria-live="polite"
    >
      {quotes.isLoading && !quotes.data && <Loader size="sm" aria-label={app.loading} />}
      <ProblemNote error={quotes.error} again={quotes.reload} />
      {choice && (fresh ?? kept) && (
        <Radio.Group label={sale.price} value={choice.priceOf} onChange={choice.choose}>
          <Stack gap="xs" mt={6}>
            {kept &&
              radio("kept", hasPrice(booking, kept) ? words.keepPrice : words.oldStartPrice, kept)}
            {fresh && radio("fresh", words.newPrice, fresh)}
          </Stack>
        </Radio.Group>
      )}
      {!choice && fresh && (
        <Text size="sm" className="number">
          {words.newPrice}: <strong>{changedPriceWords(booking, fresh)}</strong>
        </Text>
      )}
    </Box>
  );
}
