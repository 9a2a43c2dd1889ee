/** A dialog that makes or changes a record by a table of its fields. */
import "@mantine/core/styles/NumberInput.css";
import {
  Button,
  Group,
  Modal,
  NumberInput,
  Select,
  Stack,
  TextInput,
  Textarea,
} from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Operations } from "@slipway/client";
import { changedMembers } from "../../page/parts/changed-members.ts";
import type { RecordField } from "../../page/parts/record-field.ts";
import { texts } from "../../page/texts/texts.ts";
import { mayLeave, useUnsaved } from "../../page/unsaved.ts";
import { useAction } from "../../page/use-action.ts";
import { ProblemNote } from "./problem-note.tsx";
import { partWords } from "./texts.ts";

export interface FormGiven<Draft extends object, Data> {
  readonly first: Draft;
  readonly fields: readonly RecordField<Draft>[];
  /** On the button that sends it; "Save" unless given. */
  readonly submit?: string;
  /** `changed` has only what differs from the first values: others may have changed the rest since. */
  readonly send: (slipway: Operations, draft: Draft, changed: Partial<Draft>) => Promise<Data>;
  readonly done: (data: Data) => void;
  readonly close: () => void;
  /** Stands below the fields. */
  readonly children?: (draft: Draft, change: (part: Partial<Draft>) => void) => ReactNode;
}

interface Given<Draft extends object, Data> extends FormGiven<Draft, Data> {
  readonly isShown: boolean;
  readonly title: string;
}

export function RecordModal<Draft extends object, Data>(given: Given<Draft, Data>) {
  const { isShown, close, title, ...form } = given;
  const [isBusy, setBusy] = useState(false);
  // While it is sent it stays: nobody would see what became of it.
  const leave = (): void => void (!isBusy && mayLeave() && close());
  return (
    <Modal opened={isShown} onClose={leave} title={title} closeOnClickOutside={false}>
      <RecordForm
        {...form}
        send={async (...sent) => {
          setBusy(true);
          return form.send(...sent).finally(() => setBusy(false));
        }}
        close={leave}
        done={(data) => {
          close();
          form.done(data);
        }}
      />
    </Modal>
  );
}

function RecordForm<Draft extends object, Data>(given: FormGiven<Draft, Data>) {
  const { first, fields, submit, send, done, close, children } = given;
  const [opened] = useState(first);
  const [draft, setDraft] = useState(first);
  const { act, error, isBusy } = useAction();
  const unsaved = useUnsaved();
  const change = (part: object): void => {
    unsaved.touch();
    setDraft((before) => ({ ...before, ...part }));
  };
  const save = (slipway: Operations): Promise<Data> =>
    send(slipway, draft, changedMembers(opened, draft));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act(save, (data) => {
          unsaved.clear();
          done(data);
        });
      }}
    >
      <Stack>
        {fields.map((field) => (
          <RecordInput
            key={field.name}
            field={field}
            value={draft[field.name]}
            change={(value) => change({ [field.name]: value })}
          />
        ))}
        {children?.(draft, change)}
        <ProblemNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {partWords().cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submit ?? texts.parts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface InputGiven {
  readonly field: RecordField<never>;
  readonly value: unknown;
  readonly change: (value: string | number | null) => void;
}

function RecordInput({ field, value, change }: InputGiven) {
  const { label, hint, choices, isOptional = false, type, maxLength = 1_000, min, max } = field;
  const shared = { label, description: hint, required: !isOptional };
  const text = typeof value === "string" ? value : "";
  const typed = (now: string): void => change(now === "" && isOptional ? null : now);
  if (choices)
    return (
      <Select
        {...shared}
        data={choices.map((each) => ({ value: each.id, label: each.name }))}
        searchable={choices.length > 10}
        limit={100}
        allowDeselect={isOptional}
        clearable={isOptional}
        value={text || null}
        onChange={(chosen) => typed(chosen ?? "")}
      />
    );
  if (type === "number")
    return (
      <NumberInput
        {...shared}
        min={min}
        max={max}
        allowDecimal={false}
        value={typeof value === "number" ? value : ""}
        onChange={(now) => change(typeof now === "number" ? now : null)}
      />
    );
  if (type === "area")
    return (
      <Textarea
        {...shared}
        autosize
        minRows={3}
        maxLength={maxLength}
        value={text}
        onChange={({ currentTarget }) => typed(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={type ?? "text"}
      maxLength={maxLength}
      value={text}
      onChange={({ currentTarget }) => typed(currentTarget.value)}
    />
  );
}
