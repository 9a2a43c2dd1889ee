/** A button whose dialog makes or changes a record, by a table of its fields. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Slipway } from "@slipway/client";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { changedMembers } from "./changed-members.ts";
import { Choice } from "./choice.tsx";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

type Values = Readonly<Record<string, string | number | null>>;

export interface RecordField<Draft> {
  readonly name: keyof Draft & string;
  readonly label: string;
  readonly type?: "number" | "email" | "url";
  /** Of a number. */
  readonly min?: number;
  readonly max?: number;
  /** An empty field is null. */
  readonly isOptional?: boolean;
  readonly choices?: readonly { readonly id: string; readonly name: string }[];
}

interface Given<Draft extends Values> {
  readonly label: string;
  /** What is changed; absent: another one is made. */
  readonly name?: string;
  readonly first: Draft;
  readonly fields: readonly RecordField<Draft>[];
  /** `changed` has only what differs from the first values: others may have changed the rest since. */
  readonly send: (slipway: Slipway, draft: Draft, changed: Partial<Draft>) => Promise<unknown>;
  readonly done: () => void;
  /** Stands below the fields. */
  readonly children?: (draft: Draft) => ComponentChildren;
}

export function RecordButton<Draft extends Values>(given: Given<Draft>) {
  const [isOpen, setIsOpen] = useState(false);
  const { label, name } = given;
  const title = name === undefined ? label : fill(texts.value.parts.actOn, { action: label, name });
  return (
    <>
      <button type="button" aria-label={title} onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && <RecordForm {...given} title={title} close={() => setIsOpen(false)} />}
    </>
  );
}

type FormGiven<Draft extends Values> = Given<Draft> & { title: string; close: () => void };

function RecordForm<Draft extends Values>(given: FormGiven<Draft>) {
  const { title, first, fields, send, done, close, children } = given;
  const [opened] = useState(first);
  const [draft, setDraft] = useState(first);
  return (
    <FormDialog
      title={title}
      submit={texts.value.parts.save}
      send={(slipway) => send(slipway, draft, changedMembers(opened, draft))}
      done={done}
      close={close}
    >
      {fields.map((field) => (
        <RecordInput
          key={field.name}
          field={field}
          value={String(draft[field.name] ?? "")}
          change={(value) => setDraft({ ...draft, [field.name]: value })}
        />
      ))}
      {children?.(draft)}
    </FormDialog>
  );
}

interface InputGiven {
  readonly field: Omit<RecordField<Values>, "name">;
  readonly value: string;
  readonly change: (value: string | number | null) => void;
}

function RecordInput({ field, value, change }: InputGiven) {
  const { label, choices, isOptional, type = "text", min, max } = field;
  if (choices)
    return (
      <p class="field">
        {label} <Choice label={label} value={value} choices={choices} choose={change} />
      </p>
    );
  return (
    <Field
      label={label}
      type={type}
      required={!isOptional}
      maxLength={1_000}
      min={min}
      max={max}
      value={value}
      onInput={(text) => {
        if (text === "") change(isOptional ? null : "");
        else change(type === "number" ? Number(text) : text);
      }}
    />
  );
}
