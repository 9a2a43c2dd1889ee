/** A new closure: what, when and why; who is affected; and what becomes of them. */
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import {
  Button,
  Card,
  Checkbox,
  Group,
  MultiSelect,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { DateInput, TimeInput } from "@mantine/dates";
import { useState } from "react";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { useUnsaved } from "../../../page/unsaved.ts";
import { dayGiven } from "../../../page/zone.ts";
import { useChoice } from "../../address.ts";
import { partWords } from "../../parts/texts.ts";
import { useSupplier } from "../../supplier.ts";
import { Affect } from "./affect.tsx";
import { type Block, spansOf } from "./closure.ts";
import type { Closable } from "./load-closures.ts";
import { closureWords } from "./texts.ts";

interface Given {
  readonly closable: Closable;
  readonly close: () => void;
}

/** Chosen in place of each product. */
const everything = "all";

interface Draft {
  /** Ids of products and of resources, or `everything`. */
  readonly chosen: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly hasHours: boolean;
  readonly hourFrom: string;
  readonly hourTo: string;
  readonly note: string;
}

/** Begins with what the address names: the day sheet and the calendar lead here. */
function useDraft({ catalog, productsOf }: Closable) {
  const { timezone } = useSupplier();
  const [product] = useChoice("product");
  const [resource] = useChoice("resource");
  const [hours] = useChoice("hours");
  const [from] = useChoice("from");
  const [to] = useChoice("to");
  const unsaved = useUnsaved();
  const first = dayGiven(from, timezone);
  const [hourFrom, hourTo] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(hours ?? "")?.slice(1) ?? [];
  const known = [...catalog.products.map(({ id }) => id), ...productsOf.keys()];
  const [draft, setDraft] = useState<Draft>({
    chosen: known.filter((id) => id === product || id === resource),
    from: first,
    to: to ? dayGiven(to, timezone) : first,
    hasHours: hourFrom !== undefined,
    hourFrom: hourFrom ?? "08:00",
    hourTo: hourTo ?? "20:00",
    note: "",
  });
  const change = (part: Partial<Draft>): void => {
    unsaved.touch();
    setDraft((before) => ({ ...before, ...part }));
  };
  return { draft, change, clear: unsaved.clear };
}

export function ClosureForm({ closable, close }: Given) {
  const words = closureWords();
  const { draft, change, clear } = useDraft(closable);
  const [isDone, setDone] = useState(false);
  const blocks = useBlocks(closable, draft);
  const end = (): void => {
    clear();
    close();
  };
  return (
    <Card withBorder padding="lg" component="section" aria-label={words.new}>
      <Stack gap="lg">
        <Title order={2} size="h3">
          {words.new}
        </Title>
        {!isDone && <Fields closable={closable} draft={draft} change={change} />}
        {blocks.length > 0 ? (
          <Affect
            key={JSON.stringify([
              draft.chosen,
              draft.from,
              draft.to,
              draft.hasHours,
              draft.hourFrom,
              draft.hourTo,
            ])}
            blocks={blocks}
            note={draft.note.trim()}
            closable={closable}
            done={() => {
              clear();
              setDone(true);
            }}
            close={end}
          />
        ) : (
          <Group justify="flex-end">
            <Button variant="default" onClick={end}>
              {partWords().cancel}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/** Without what is wrong with the range: no block at all. */
function useBlocks({ catalog, productsOf }: Closable, draft: Draft): Block[] {
  const { timezone } = useSupplier();
  const { chosen, from, to, hasHours, hourFrom, hourTo, note } = draft;
  const all = catalog.products.map(({ id }) => id);
  const ids = new Set(
    chosen.flatMap((id) => (id === everything ? all : (productsOf.get(id) ?? [id]))),
  );
  const hours = hasHours ? { from: hourFrom, to: hourTo } : undefined;
  return catalog.products
    .filter(({ id }) => ids.has(id))
    .flatMap((product) =>
      (spansOf({ from, to, hours }, product.timezone ?? timezone) ?? []).map((span) => ({
        ...span,
        productId: product.id,
        note: note.trim() || null,
      })),
    );
}

interface FieldsGiven {
  readonly closable: Closable;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

function Fields({ closable, draft, change }: FieldsGiven) {
  const words = closureWords();
  const { catalog, productsOf } = closable;
  const { timezone } = useSupplier();
  const named = (each: { id: string; name: string }) => ({ value: each.id, label: each.name });
  const byResource = draft.chosen.flatMap((id) => productsOf.get(id) ?? []);
  const names = catalog.products
    .filter(({ id }) => byResource.includes(id))
    .map(({ name }) => name);
  return (
    <Stack gap="md">
      <MultiSelect
        label={words.what}
        placeholder={draft.chosen.length === 0 ? words.whatHint : undefined}
        searchable
        hidePickedOptions
        data={[
          { value: everything, label: texts.day.allProducts },
          { group: words.products, items: catalog.products.map(named) },
          { group: words.resources, items: [...catalog.resources.values()].map(named) },
        ]}
        value={[...draft.chosen]}
        onChange={(chosen) => change({ chosen })}
      />
      {names.length > 0 && (
        <Text size="sm" className="soft">
          {fill(words.closesToo, { names: names.join(", ") })}
        </Text>
      )}
      <Days draft={draft} change={change} zone={timezone} />
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        maxLength={500}
        value={draft.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </Stack>
  );
}

function Days({ draft, change, zone }: Omit<FieldsGiven, "closable"> & { readonly zone: string }) {
  const words = closureWords();
  const { from, to, hasHours, hourFrom, hourTo } = draft;
  return (
    <>
      <Group align="flex-start">
        <DateInput
          label={words.firstDay}
          valueFormat="D MMM YYYY"
          w={180}
          value={from}
          onChange={(day) => day && change({ from: day, to: to < day ? day : to })}
        />
        <DateInput
          label={words.lastDay}
          valueFormat="D MMM YYYY"
          w={180}
          value={to}
          error={to < from ? words.order : undefined}
          onChange={(day) => day && change({ to: day })}
        />
      </Group>
      <Checkbox
        label={words.onlyHours}
        description={fill(words.zone, { zone })}
        checked={hasHours}
        onChange={({ currentTarget }) => change({ hasHours: currentTarget.checked })}
      />
      {hasHours && (
        <Group align="flex-start">
          <TimeInput
            label={words.from}
            w={180}
            value={hourFrom}
            onChange={({ currentTarget }) => change({ hourFrom: currentTarget.value })}
          />
          <TimeInput
            label={words.until}
            w={180}
            value={hourTo}
            error={hourTo <= hourFrom ? words.order : undefined}
            onChange={({ currentTarget }) => change({ hourTo: currentTarget.value })}
          />
        </Group>
      )}
    </>
  );
}
