/** Asks why, and offers the reasons that were used last. */
import { useState } from "preact/hooks";
import { useOwnId } from "../../parts/use-own-id.ts";
import { Modal } from "../../parts/modal.tsx";
import { fill } from "../../texts/fill.ts";
import { counted, texts } from "../../texts/texts.ts";
import { mayLeave, useUnsaved } from "../../unsaved.ts";
import { useLoad } from "../../use-load.ts";
import { nameOfBooking } from "../../parts/booking-facts.ts";
import { type Waiting, lastReasons } from "./waiting.ts";

interface Given {
  readonly rows: readonly Waiting[];
  /** Undefined: nothing is rejected. */
  readonly close: (reason?: string) => void;
}

const lookedAt = 50;
/** As the API takes it. */
const reasonLengthMax = 1_000;

export function RejectDialog({ rows, close }: Given) {
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const id = useOwnId();
  const unsaved = useUnsaved();
  const leave = (): void => void (mayLeave() && close());
  const words = texts.holds;
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
    <Modal title={title} close={leave}>
      <form
        noValidate
        onInput={unsaved.touch}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() === "") setIsMissing(true);
          else close(reason.trim());
        }}
      >
        <p class="field">
          <label for={id}>{words.reason}</label>
          <input
            id={id}
            value={reason}
            list={`${id}-used`}
            maxLength={reasonLengthMax}
            autocomplete="off"
            aria-invalid={isMissing}
            aria-describedby={`${id}-note`}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <datalist id={`${id}-used`}>
            {used.data?.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          <span id={`${id}-note`} class={isMissing ? "wrong" : "minor"}>
            {isMissing ? words.reasonMissing : words.reasonHint}
          </span>
        </p>
        <div class="controls">
          <button type="submit" class="main">
            {texts.booking.action.reject}
          </button>
          <button type="button" onClick={leave}>
            {words.keep}
          </button>
        </div>
      </form>
    </Modal>
  );
}
