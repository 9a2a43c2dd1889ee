/** For whom it is booked. The key of the sale is made once: a double click or a lost answer is one booking. */
import { useRef } from "preact/hooks";
import { type Booking, isOutcomeUnknown } from "@slipway/client";
import { Field } from "../../parts/field.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { useAction } from "../../use-action.ts";
import type { Order } from "./order.ts";

interface Given {
  readonly order: Order;
  readonly sold: (booking: Booking) => void;
  /** What is free may have changed. */
  readonly refused: () => void;
}

export function CustomerForm({ order, sold, refused }: Given) {
  const { sale: words, day } = texts.value;
  const { act, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  // It stays after a lost answer: the server then tells the first booking, or refuses another one under its key.
  const key = useRef<string | undefined>(undefined);
  const send = (form: HTMLFormElement, status: "ON_HOLD" | "CONFIRMED"): void => {
    const given = Object.fromEntries(
      [...new FormData(form)].filter(
        ([, value]) => typeof value === "string" && value.trim() !== "",
      ),
    );
    const { notes, ...customer } = given as Record<string, string>;
    const body = {
      ...order,
      status,
      customer,
      ...(notes === undefined ? {} : { notes }),
    };
    const idempotencyKey = (key.current ??= newKey());
    void act(
      ({ bookings }) =>
        bookings.create(body, { idempotencyKey }).catch((problem: unknown) => {
          if (!isOutcomeUnknown(problem)) key.current = undefined;
          refused();
          throw problem;
        }),
      (booking) => {
        unsaved.clear();
        sold(booking);
      },
    );
  };
  return (
    <form
      onInput={unsaved.touch}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, "CONFIRMED");
      }}
    >
      <fieldset>
        <legend>{words.customer}</legend>
        <Field label={day.name} name="name" type="text" autocomplete="off" maxLength={200} />
        <Field label={day.email} name="email" type="email" autocomplete="off" maxLength={320} />
        <Field label={day.phone} name="phone" type="tel" autocomplete="off" maxLength={100} />
        <Field label={day.notes} name="notes" type="text" autocomplete="off" maxLength={1000} />
      </fieldset>
      {error !== undefined && <ProblemNote error={error} />}
      <div class="controls">
        <button type="submit" class="main" disabled={isBusy || order.unitItems.length === 0}>
          {words.book}
        </button>
        <button
          type="button"
          disabled={isBusy || order.unitItems.length === 0}
          onClick={({ currentTarget: { form } }) => form?.reportValidity() && send(form, "ON_HOLD")}
        >
          {words.hold}
        </button>
      </div>
    </form>
  );
}

/** Not a UUID: a page without TLS has no function for one. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");
}
