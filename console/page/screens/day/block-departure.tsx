/** Stops the sale of a departure, and lets it go on. Bookings that are there stay. */
import { useState } from "preact/hooks";
import { Modal } from "../../parts/modal.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import { ask, may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import type { Departure } from "./day-sheet.ts";

export function BlockDeparture({
  departure,
  reload,
}: {
  departure: Departure;
  reload: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const words = texts.value.day;
  if (!may("resources:write") || departure.sold === undefined) return null;
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        {departure.blocks.length === 0 ? words.block : words.unblock}
      </button>
      {isOpen && (
        <Confirm
          departure={departure}
          close={(isDone) => {
            setIsOpen(false);
            if (isDone) reload();
          }}
        />
      )}
    </>
  );
}

function Confirm({ departure, close }: { departure: Departure; close: (isDone: boolean) => void }) {
  const { startAt, timezone, bookings, blocks, sold } = departure;
  const words = texts.value.day;
  const [error, setError] = useState<unknown>();
  const isBlocking = blocks.length === 0;
  const time = timeWords(startAt, timezone, true);
  const title = fill(isBlocking ? words.blockTitle : words.unblockTitle, {
    time,
    product: sold?.product.name ?? "",
  });
  const act = (): void => {
    setError(undefined);
    (isBlocking ? block(departure) : unblock(departure)).then(() => close(true), setError);
  };
  return (
    <Modal title={title} close={() => close(false)}>
      {isBlocking ? <p>{words.blockHint}</p> : <Wide departure={departure} />}
      {isBlocking && bookings.length > 0 && <p>{counted(bookings.length, words.staying)}</p>}
      {error !== undefined && <ProblemNote error={error} />}
      <div class="controls">
        <button type="button" class="main" onClick={act}>
          {isBlocking ? words.block : words.unblock}
        </button>
        <button type="button" onClick={() => close(false)}>
          {words.leave}
        </button>
      </div>
    </Modal>
  );
}

/** Who lets one departure go on is told of the others that a longer block covers. */
function Wide({ departure: { blocks, timezone, sold } }: { departure: Departure }) {
  const words = texts.value.day;
  const wide = blocks.filter(({ startAt, endAt }) => Date.parse(endAt) - Date.parse(startAt) > 1);
  if (wide.length === 0) return <p>{words.unblockHint}</p>;
  return (
    <>
      {wide.map(({ id, startAt, endAt, note }) => (
        <p key={id}>
          {fill(words.wideBlock, {
            from: timeWords(startAt, timezone, true),
            to: timeWords(endAt, timezone, true),
          })}{" "}
          {note}
        </p>
      ))}
      <p>
        <a href={hrefOf("/blocks", { supplier: sold?.product.supplierId })}>{words.toBlocks}</a>
      </p>
    </>
  );
}

/** From its start for the shortest time: a longer one would cover departures behind it. */
function block({ productId, startAt }: Departure): Promise<unknown> {
  const endAt = new Date(Date.parse(startAt) + 1).toISOString();
  return ask((slipway) => slipway.availabilityBlocks.create({ productId, startAt, endAt }));
}

async function unblock({ blocks }: Departure): Promise<void> {
  for (const { id } of blocks) await ask((slipway) => slipway.availabilityBlocks.delete(id));
}
