/** The refund of a cancellation, as the server says it now; by force another share may be typed. */
import "@mantine/core/styles/NumberInput.css";
import { Checkbox, NumberInput, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Booking, CancelBookingRequest } from "@slipway/client";
import { moneyWords } from "../../../page/parts/sale-words.ts";
import { timeWords } from "../../../page/parts/time-words.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { bookingTexts } from "./texts.ts";

type Forced = Pick<CancelBookingRequest, "force" | "refundPercent">;

interface Given {
  readonly booking: Booking;
  readonly zone: string;
  /** Undefined: as the terms say. */
  readonly forced: Forced | undefined;
  readonly change: (forced: Forced | undefined) => void;
}

export function RefundFields({ booking: { id, updatedAt }, zone, forced, change }: Given) {
  const words = bookingTexts();
  const { data: quote, error } = useQuery({
    queryKey: ["refund", id, updatedAt],
    queryFn: ({ signal }) => ask(({ bookings }) => bookings.quoteCancellation(id), signal),
  });
  const until = quote?.validUntil;
  return (
    <>
      <ProblemNote error={error} />
      {quote && (
        <Text size="sm">
          {fill(words.paidBack, {
            amount: moneyWords(quote.refund, quote),
            percent: quote.refundPercent,
          })}
          {until && ` ${fill(words.refundUntil, { time: timeWords(until, zone, true) })}`}
          {quote.code === "CANCELLATION_CUTOFF_PASSED" && ` ${words.tooLate}`}
        </Text>
      )}
      <Checkbox
        label={words.late}
        checked={forced !== undefined}
        onChange={({ currentTarget }) =>
          change(currentTarget.checked ? { force: true } : undefined)
        }
      />
      {forced && (
        <NumberInput
          label={words.refundPercent}
          description={words.refundPercentHint}
          suffix=" %"
          min={0}
          max={100}
          allowDecimal={false}
          value={forced.refundPercent ?? ""}
          onChange={(typed) =>
            change({ force: true, ...(typed !== "" && { refundPercent: Number(typed) }) })
          }
        />
      )}
    </>
  );
}
