/** Stops the sale of a departure, and lets it go on. Bookings that are there stay. */
import { useState } from "preact/hooks";
import { Modal } from "../../parts/modal.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
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
      <p>{isBlocking ? words.blockHint : words.unblockHint}</p>
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

/** From its start for the shortest time: a longer one would cover departures behind it. */
function block({ productId, startAt }: Departure): Promise<unknown> {
  const endAt = new Date(Date.parse(startAt) + 1).toISOString();
  return ask((slipway) => slipway.availabilityBlocks.create({ productId, startAt, endAt }));
}

async function unblock({ blocks }: Departure): Promise<void> {
  for (const { id } of blocks) await ask((slipway) => slipway.availabilityBlocks.delete(id));
}
