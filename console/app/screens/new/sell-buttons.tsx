/** The buttons that sell a booking or an order, and what is said where nobody knows whether they have. */
import { Alert, Anchor, Button, Group } from "@mantine/core";
import type { SyntheticEvent } from "react";
import type { PricingSnapshot } from "@slipway/client";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { newTexts } from "./texts.ts";

interface UnsettledGiven {
  /** Gives the request up; left out: the page begins anew. */
  readonly another?: () => void;
}

/** Says what becomes of a request whose answer was lost. */
export function Unsettled({ another: giveUp }: UnsettledGiven) {
  const { unsettled, another } = texts.sale;
  return (
    <Alert color="orange">
      {unsettled}{" "}
      <Anchor
        href={location.href}
        target="_self"
        size="sm"
        onClick={(event) => {
          if (giveUp) event.preventDefault();
          giveUp?.();
        }}
      >
        {another}
      </Anchor>
    </Alert>
  );
}

interface ButtonsGiven {
  readonly price: Pick<PricingSnapshot, "retail" | "currency" | "currencyPrecision"> | undefined;
  readonly cannotSend: boolean;
  readonly isBusy: boolean;
  readonly hold: (event: SyntheticEvent) => void;
}

/** On a telephone they stand at the lower edge of the window, in reach of the thumb. */
export function Buttons({ price, cannotSend, isBusy, hold }: ButtonsGiven) {
  const { hold: holdWord, book, bookFor } = newTexts();
  return (
    <Group grow className="sell" wrap="nowrap">
      <Button variant="default" size="md" disabled={cannotSend} onClick={hold}>
        {holdWord}
      </Button>
      <Button type="submit" size="md" disabled={cannotSend && !isBusy} loading={isBusy}>
        {price ? fill(bookFor, { total: moneyWords(price.retail, price) }) : book}
      </Button>
    </Group>
  );
}
