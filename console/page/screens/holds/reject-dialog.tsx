/** Asks why, and offers the reasons that were used last. */
import { useState } from "preact/hooks";
import { nameOfBooking } from "../../parts/booking-facts.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { useOwnId } from "../../parts/use-own-id.ts";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { type Waiting, lastReasons } from "./waiting.ts";

interface Given {
  readonly rows: readonly Waiting[];
  readonly reject: (reason: string) => void;
  readonly close: () => void;
}

const lookedAt = 50;
/** As the API takes it. */
const reasonLengthMax = 1_000;

export function RejectDialog({ rows, reject, close }: Given) {
  const [typed, setTyped] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const list = useOwnId();
  const words = texts.holds;
  const reason = typed.trim();
  const used = useLoad("reasons", async ({ bookings }) => {
    const page = await bookings.list({ status: "REJECTED", limit: lookedAt });
    return lastReasons(page.items);
  });
  const [first] = rows;
  const title =
    rows.length === 1 && first
      ? fill(words.rejectOne, { name: nameOfBooking(first.booking) })
      : counted(rows.length, words.rejectSeveral);
  return (
    <FormDialog
      title={title}
      submit={texts.booking.action.reject}
      isComplete={() => {
        setIsMissing(reason === "");
        return reason !== "";
      }}
      send={async () => reason}
      done={reject}
      close={close}
    >
      <Field
        label={words.reason}
        type="text"
        list={list}
        value={typed}
        onInput={setTyped}
        maxLength={reasonLengthMax}
        autocomplete="off"
        hint={words.reasonHint}
        wrong={isMissing ? words.reasonMissing : undefined}
      />
      <datalist id={list}>
        {used.data?.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
    </FormDialog>
  );
}
