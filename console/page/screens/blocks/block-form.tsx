/** A new block: of which product, from when until when, why, and what it covers. */
import { useState } from "preact/hooks";
import type { Product, Supplier } from "@slipway/client";
import { Choice } from "../../parts/choice.tsx";
import { Field } from "../../parts/field.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { query } from "../../router.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { useAction } from "../../use-action.ts";
import { dayAfter, dayGiven, instantOf } from "../../zone.ts";
import { BlockCover } from "./block-cover.tsx";

interface Given {
  readonly supplier: Supplier;
  readonly products: readonly Product[];
  readonly done: () => void;
}

/** Begins with the product and the day that the address names: the calendar leads here. */
export function BlockForm({ supplier, products, done }: Given) {
  const words = texts;
  const [product, setProduct] = useState(
    () => products.find(({ id }) => id === query.value.get("product")) ?? products[0],
  );
  if (!product) return <p class="minor">{words.day.noProduct}</p>;
  return (
    <>
      <p>{words.blocks.hint}</p>
      <p class="controls">
        <Choice
          label={words.day.product}
          value={product.id}
          choices={products}
          choose={(id) => setProduct(products.find((each) => each.id === id))}
        />
      </p>
      <OfProduct supplier={supplier} product={product} done={done} />
    </>
  );
}

function OfProduct({ supplier, product, done }: Omit<Given, "products"> & { product: Product }) {
  const words = texts.blocks;
  const zone = product.timezone ?? supplier.timezone;
  const [day] = useState(() => dayGiven(query.value.get("day"), zone));
  const [from, setFrom] = useState(`${day}T00:00`);
  const [to, setTo] = useState(`${dayAfter(day)}T00:00`);
  const [note, setNote] = useState("");
  const [isMade, setIsMade] = useState(false);
  const unsaved = useUnsaved();
  const acting = useAction();
  // A year of five figures makes a longer text, and nothing departs then.
  const isOrdered = from.length === 16 && to.length === 16 && from < to;
  const instant = (local: string): string => new Date(instantOf(local, zone)).toISOString();
  const block = isOrdered && { productId: product.id, startAt: instant(from), endAt: instant(to) };
  const save = (event: Event): void => {
    event.preventDefault();
    if (!block) return;
    const made = { ...block, note: note.trim() || null };
    void acting.act(
      ({ availabilityBlocks }) => availabilityBlocks.create(made),
      () => {
        for (const empty of [setFrom, setTo, setNote]) empty("");
        setIsMade(true);
        unsaved.clear();
        done();
      },
    );
  };
  return (
    <form
      onSubmit={save}
      onInput={() => {
        unsaved.touch();
        setIsMade(false);
      }}
    >
      <div class="controls">
        <When label={words.from} value={from} change={setFrom} zone={zone} />
        <When
          label={words.to}
          value={to}
          change={setTo}
          zone={zone}
          wrong={isOrdered || from === "" || to === "" ? undefined : words.order}
        />
        <Field
          label={words.note}
          type="text"
          value={note}
          onInput={setNote}
          maxLength={1_000}
          hint={words.noteHint}
        />
      </div>
      {block && <BlockCover supplier={supplier} block={block} zone={zone} />}
      <ProblemNote error={acting.error} />
      <p class="controls">
        <button type="submit" class="main" disabled={!block || acting.isBusy}>
          {words.block}
        </button>
        <output>{isMade && words.made}</output>
      </p>
    </form>
  );
}

interface WhenGiven {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly zone: string;
  readonly wrong?: string | undefined;
}

function When({ label, value, change, zone, wrong }: WhenGiven) {
  return (
    <Field
      label={label}
      type="datetime-local"
      value={value}
      onInput={change}
      required
      hint={fill(texts.blocks.zone, { zone })}
      wrong={wrong}
    />
  );
}
