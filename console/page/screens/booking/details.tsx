/** The customer and the notes, to be read and changed. A change replaces only what was touched. */
import { useState } from "preact/hooks";
import { zoneOf } from "../../catalog.ts";
import { DialogButton } from "../../parts/dialog-button.tsx";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { OthersChanges, fieldName } from "./booking-changes.tsx";
import { type CustomerKey, customerAfter, customerFields } from "./customer-fields.ts";
import { Facts } from "./header.tsx";
import type { Part } from "./load-booking.ts";
import { useVersion } from "./use-version.ts";

export function Details(part: Part) {
  const { booking: words } = texts;
  const { customer, notes } = part.booking;
  const known = customerFields(customer);
  return (
    <section>
      <h2>{words.customerAndNotes}</h2>
      <Facts
        facts={[
          ...known.map(({ key, value }) => [nameOf(key), value] as [string, string]),
          [texts.day.notes, notes && <span class="notes">{notes}</span>],
        ]}
      />
      {may("bookings:write") && (
        <DialogButton label={words.changeDetails}>
          {(title, close) => <DetailsDialog {...part} title={title} close={close} />}
        </DialogButton>
      )}
    </section>
  );
}

type Open = Part & { title: string; close: () => void };

function DetailsDialog({ booking, catalog, done, title, close }: Open) {
  const { booking: words } = texts;
  const version = useVersion(booking);
  // As it was when the dialog opened: a change of another does not take away what is typed.
  const [fields] = useState(() => customerFields(booking.customer));
  const [typed, setTyped] = useState<Partial<Record<CustomerKey, string>>>({});
  const [notes, setNotes] = useState<string>();
  const isCustomer = Object.keys(typed).length > 0;
  const isTouched = isCustomer || notes !== undefined;
  return (
    <FormDialog
      title={title}
      submit={texts.parts.save}
      send={(slipway) =>
        version.attempt(slipway, async (read) =>
          isTouched
            ? slipway.bookings.updateDetails(read.id, {
                expectedUpdatedAt: read.updatedAt,
                customer: isCustomer ? customerAfter(read.customer, typed) : undefined,
                notes: notes?.trim() === "" ? null : notes,
              })
            : read,
        )
      }
      done={(changed) => done(words.changed, changed)}
      close={close}
    >
      {fields.map(({ key, type, value }) => (
        <Field
          key={key}
          label={nameOf(key)}
          type={type}
          autocomplete="off"
          maxLength={320}
          value={typed[key] ?? value}
          onInput={(text) => setTyped((before) => ({ ...before, [key]: text }))}
        />
      ))}
      <Field
        label={texts.day.notes}
        type="area"
        rows={3}
        maxLength={10_000}
        value={notes ?? booking.notes ?? ""}
        onInput={setNotes}
      />
      <OthersChanges
        booking={booking}
        others={version.others}
        zone={zoneOf(catalog, booking.optionId)}
      />
    </FormDialog>
  );
}

function nameOf(key: CustomerKey): string {
  return fieldName(`customer.${key}`) ?? key;
}
