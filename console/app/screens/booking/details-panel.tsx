/** The guest and the notes, changed. Only what was touched is replaced. */
import { Button, SimpleGrid, TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { zoneOf } from "../../../page/catalog.ts";
import { fieldName } from "../../../page/screens/booking/change-words.ts";
import {
  type CustomerKey,
  customerAfter,
  customerFields,
} from "../../../page/screens/booking/customer-fields.ts";
import { useVersion } from "../../../page/screens/booking/use-version.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { OthersChanges } from "./change-list.tsx";
import { Panel } from "./panel.tsx";
import type { PanelGiven } from "./panel-given.ts";
import { bookingTexts } from "./texts.ts";

export function DetailsPanel({ part, level, close }: PanelGiven) {
  const { booking, catalog, done } = part;
  const version = useVersion(booking);
  const unsaved = useUnsaved();
  const { act, error, isBusy } = useAction();
  // As it was when the panel opened: a change of another does not take away what is typed.
  const [fields] = useState(() => customerFields(booking.customer));
  const [typed, setTyped] = useState<Partial<Record<CustomerKey, string>>>({});
  const [notes, setNotes] = useState<string>();
  const isCustomer = Object.keys(typed).length > 0;
  const save = (): void =>
    void act(
      (slipway) =>
        version.attempt(slipway, (read) =>
          slipway.bookings.updateDetails(read.id, {
            expectedUpdatedAt: read.updatedAt,
            customer: isCustomer ? customerAfter(read.customer, typed) : undefined,
            notes: notes?.trim() === "" ? null : notes,
          }),
        ),
      (changed) => {
        unsaved.clear();
        close();
        done(texts.booking.changed, changed);
      },
    );
  return (
    <Panel
      title={bookingTexts().changeDetails}
      level={level}
      close={close}
      submit={
        <Button loading={isBusy} disabled={!isCustomer && notes === undefined} onClick={save}>
          {texts.parts.save}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map(({ key, type, value }) => (
          <TextInput
            key={key}
            label={fieldName(`customer.${key}`) ?? key}
            type={type}
            autoComplete="off"
            maxLength={320}
            value={typed[key] ?? value}
            onChange={({ currentTarget: { value: text } }) => {
              unsaved.touch();
              setTyped((before) => ({ ...before, [key]: text }));
            }}
          />
        ))}
      </SimpleGrid>
      <Notes
        value={notes ?? booking.notes ?? ""}
        change={(text) => {
          unsaved.touch();
          setNotes(text);
        }}
      />
      <OthersChanges
        changes={version.others}
        of={[booking]}
        zone={zoneOf(catalog, booking.optionId)}
      />
      <ProblemNote error={error} />
    </Panel>
  );
}

interface NotesGiven {
  readonly value: string;
  readonly change: (text: string) => void;
}

function Notes({ value, change }: NotesGiven) {
  return (
    <Textarea
      label={texts.day.notes}
      autosize
      minRows={3}
      maxLength={10_000}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
