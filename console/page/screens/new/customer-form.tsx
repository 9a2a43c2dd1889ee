/** For whom it is booked. A double click or a lost answer is one booking: the same request goes out under one key. */
import { useRef } from "preact/hooks";
import { type Booking, type CreateBookingRequest, isOutcomeUnknown } from "@slipway/client";
import { Field } from "../../parts/field.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { texts } from "../../texts/texts.ts";
import { useAction } from "../../use-action.ts";
import type { Order } from "./order.ts";

interface Given {
  readonly order: Order;
  /** Fields that the option asks the customer for, by the names of OCTO. No booking is refused without them. */
  readonly contactFields: readonly string[];
  /** `isAsFirst`: the form was changed after the request that has made it. */
  readonly sold: (booking: Booking, isAsFirst: boolean) => void;
  /** Called after a refusal, since vacancies may have changed. */
  readonly refused: () => void;
}

interface Attempt {
  readonly body: CreateBookingRequest;
  readonly idempotencyKey: string;
  /** No answer has said what became of it. A later refusal does not say so either: it may still be at work. */
  isUnsettled: boolean;
}

const fields = [
  { name: "name", type: "text", maxLength: 200 },
  { name: "email", type: "email", maxLength: 320 },
  { name: "phone", type: "tel", maxLength: 100 },
  { name: "notes", type: "text", maxLength: 1000 },
] as const;

/** The names of OCTO contain ours: lastName, emailAddress, phoneNumber. */
function isRecommended(name: string, contactFields: readonly string[]): boolean {
  return contactFields.some((each) => each.toLowerCase().includes(name));
}

export function CustomerForm({ order, contactFields, sold, refused }: Given) {
  const { sale: words, day } = texts;
  const { act, error, isBusy } = useAction();
  const kept = useRef<Attempt | undefined>(undefined);
  const isUnsettled = kept.current?.isUnsettled === true;
  // A repeat sends the first attempt's body, which is complete, whatever the form has by now.
  const cannotSend = isBusy || (order.unitItems.length === 0 && !isUnsettled);
  const send = (form: HTMLFormElement, status: "ON_HOLD" | "CONFIRMED"): void => {
    const body = bodyOf(order, status, new FormData(form));
    // Under its key the server answers the first booking, whatever else is sent: so nothing else is.
    const attempt = (kept.current ??= { body, idempotencyKey: newKey(), isUnsettled: false });
    const { idempotencyKey } = attempt;
    void act(
      ({ bookings }) =>
        bookings.create(attempt.body, { idempotencyKey }).catch((problem: unknown) => {
          attempt.isUnsettled ||= isOutcomeUnknown(problem);
          kept.current = attempt.isUnsettled ? attempt : undefined;
          refused();
          throw problem;
        }),
      (booking) => sold(booking, JSON.stringify(attempt.body) !== JSON.stringify(body)),
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, "CONFIRMED");
      }}
    >
      <fieldset>
        <legend>{words.customer}</legend>
        {fields.map(({ name, ...input }) => (
          <Field
            {...input}
            key={name}
            name={name}
            label={day[name]}
            autocomplete="off"
            hint={isRecommended(name, contactFields) && words.recommended}
          />
        ))}
      </fieldset>
      <ProblemNote error={error} />
      {isUnsettled && (
        <p class="problem">
          {words.unsettled}{" "}
          <a href={location.href} target="_self">
            {words.another}
          </a>
        </p>
      )}
      <div class="controls">
        <button type="submit" class="main" disabled={cannotSend}>
          {words.book}
        </button>
        <button
          type="button"
          disabled={cannotSend}
          onClick={({ currentTarget: { form } }) => form?.reportValidity() && send(form, "ON_HOLD")}
        >
          {words.hold}
        </button>
      </div>
    </form>
  );
}

function bodyOf(
  order: Order,
  status: "ON_HOLD" | "CONFIRMED",
  form: FormData,
): CreateBookingRequest {
  const given = Object.fromEntries(
    [...form].filter(([, value]) => typeof value === "string" && value.trim() !== ""),
  );
  const { notes, ...customer } = given as Record<string, string>;
  return { ...order, status, customer, notes };
}

/** Not a UUID: a page without TLS has no function for one. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");
}
