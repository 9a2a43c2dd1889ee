/** A button whose dialog makes or changes a record, by a table of its fields. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Operations } from "@slipway/client";
import { texts } from "../texts/texts.ts";
import { changedMembers } from "./changed-members.ts";
import { Choice } from "./choice.tsx";
import { DialogButton } from "./dialog-button.tsx";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

export interface RecordField<Draft> {
  readonly name: keyof Draft & string;
  readonly label: string;
  /** "area": a text of several lines. */
  readonly type?: "number" | "email" | "url" | "date" | "area";
  readonly hint?: string;
  /** The limit of a text. */
  readonly maxLength?: number;
  /** The limits of a number. */
  readonly min?: number;
  readonly max?: number;
  /** It is shown and cannot be changed. */
  readonly readOnly?: boolean;
  /** An empty field is null. */
  readonly isOptional?: boolean;
  readonly choices?: readonly { readonly id: string; readonly name: string }[];
}

interface Given<Draft extends object, Data> {
  readonly label: string;
  /** The record that is changed; absent: another one is made. */
  readonly name?: string | undefined;
  readonly isMain?: boolean;
  /** On the button that sends it; "Save" unless given. */
  readonly submit?: string;
  readonly first: Draft;
  readonly fields: readonly RecordField<Draft>[];
  /** `changed` has only what differs from the first values: others may have changed the rest since. */
  readonly send: (slipway: Operations, draft: Draft, changed: Partial<Draft>) => Promise<Data>;
  readonly done: (data: Data) => void;
  /** Stands below the fields. */
  readonly children?: (draft: Draft, change: (part: Partial<Draft>) => void) => ComponentChildren;
}

export function RecordButton<Draft extends object, Data>(given: Given<Draft, Data>) {
  const { label, name, isMain } = given;
  return (
    <DialogButton label={label} name={name} isMain={isMain}>
      {(title, close) => <RecordForm {...given} title={title} close={close} />}
    </DialogButton>
  );
}

type FormGiven<Draft extends object, Data> = Given<Draft, Data> & {
  title: string;
  close: () => void;
};

function RecordForm<Draft extends object, Data>(given: FormGiven<Draft, Data>) {
  const { title, submit, first, fields, send, done, close, children } = given;
  const [opened] = useState(first);
  const [draft, setDraft] = useState(first);
  const change = (part: object): void => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      title={title}
      submit={submit ?? texts.parts.save}
      send={(slipway) => send(slipway, draft, changedMembers(opened, draft))}
      done={done}
      close={close}
    >
      {fields.map((field) => (
        <RecordInput
          key={field.name}
          field={field}
          value={String(draft[field.name] ?? "")}
          change={(value) => change({ [field.name]: value })}
        />
      ))}
      {children?.(draft, change)}
    </FormDialog>
  );
}

interface InputGiven {
  readonly field: RecordField<never>;
  readonly value: string;
  readonly change: (value: string | number | null) => void;
}

function RecordInput({ field, value, change }: InputGiven) {
  const { label, choices, isOptional, type = "text", maxLength = 1_000, ...input } = field;
  if (choices)
    return (
      <p class="field">
        {label} <Choice label={label} value={value} choices={choices} choose={change} />
      </p>
    );
  return (
    <Field
      {...input}
      label={label}
      type={type}
      required={!isOptional}
      maxLength={maxLength}
      value={value}
      onInput={(text) => {
        if (text === "") change(isOptional ? null : "");
        else change(type === "number" ? Number(text) : text);
      }}
    />
  );
}
