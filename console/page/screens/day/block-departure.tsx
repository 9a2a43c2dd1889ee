/** Stops the sale of a departure, and lets it go on. Bookings that are there stay. */
import { type Operations, isProblem } from "@slipway/client";
import { DialogButton } from "../../parts/dialog-button.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import { may } from "../../session.ts";
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
  const words = texts.day;
  if (!may("resources:write") || departure.sold === undefined) return null;
  return (
    <DialogButton label={departure.blocks.length === 0 ? words.block : words.unblock}>
      {(submit, close) => (
        <Confirm departure={departure} submit={submit} done={reload} close={close} />
      )}
    </DialogButton>
  );
}

interface ConfirmGiven {
  readonly departure: Departure;
  readonly submit: string;
  readonly done: () => void;
  readonly close: () => void;
}

function Confirm({ departure, submit, done, close }: ConfirmGiven) {
  const { startAt, timezone, bookings, blocks, sold } = departure;
  const words = texts.day;
  const isBlocking = blocks.length === 0;
  const time = timeWords(startAt, timezone, true);
  const title = fill(isBlocking ? words.blockTitle : words.unblockTitle, {
    time,
    product: sold?.product.name ?? "",
  });
  const send = (slipway: Operations): Promise<void> =>
    isBlocking ? block(slipway, departure) : unblock(slipway, departure);
  return (
    <FormDialog title={title} submit={submit} send={send} done={done} close={close}>
      {isBlocking ? <p>{words.blockHint}</p> : <Wide departure={departure} />}
      {isBlocking && bookings.length > 0 && <p>{counted(bookings.length, words.staying)}</p>}
    </FormDialog>
  );
}

/** Longer blocks over a departure, which a user must know of before unblocking it. */
function Wide({ departure: { blocks, timezone, sold } }: { departure: Departure }) {
  const words = texts.day;
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
async function block(slipway: Operations, { productId, startAt }: Departure): Promise<void> {
  const endAt = new Date(Date.parse(startAt) + 1).toISOString();
  await slipway.availabilityBlocks.create({ productId, startAt, endAt });
}

/** A block that another, or an earlier try, has removed is gone as it should be. */
async function unblock({ availabilityBlocks }: Operations, { blocks }: Departure): Promise<void> {
  for (const { id } of blocks)
    await availabilityBlocks.delete(id).catch((error: unknown) => {
      if (!isProblem(error, "NOT_FOUND")) throw error;
    });
}
