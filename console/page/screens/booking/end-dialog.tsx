/** Asks before a booking is ended, and says what is given up. */
import { useState } from "preact/hooks";
import { type Booking, isProblem } from "@slipway/client";
import { paxOf } from "../../parts/booking-facts.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Tick } from "../../parts/tick.tsx";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";

interface Given {
  readonly kind: "cancel" | "reject";
  readonly booking: Booking;
  /** When it departs, in words. */
  readonly time: string;
  readonly close: () => void;
  readonly done: (sentence: string, changed: Booking) => void;
}

export function EndDialog({ kind, booking, time, close, done }: Given) {
  const { booking: words, status, holds } = texts;
  const [typed, setTyped] = useState("");
  const [isLate, setIsLate] = useState(false);
  const [force, setForce] = useState(false);
  const reason = typed.trim() === "" ? undefined : typed.trim();
  return (
    <FormDialog
      title={counted(paxOf(booking), words.end[kind], { time })}
      submit={words.action[kind]}
      send={async ({ bookings }) => {
        if (kind === "reject") return bookings.reject(booking.id, { reason });
        try {
          return await bookings.cancel(booking.id, { reason, force: force || undefined });
        } catch (error) {
          setIsLate(isProblem(error, "CANCELLATION_CUTOFF_PASSED"));
          throw error;
        }
      }}
      done={(changed) => done(fill(words.now, { status: status[changed.status] }), changed)}
      close={close}
    >
      <p>{words.endHint}</p>
      <Field
        label={holds.reason}
        type="text"
        autocomplete="off"
        maxLength={1_000}
        value={typed}
        onInput={setTyped}
      />
      {isLate && (
        <Tick checked={force} choose={setForce}>
          {words.force}
        </Tick>
      )}
    </FormDialog>
  );
}
