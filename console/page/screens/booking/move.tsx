/** Moves the booking to another departure of its option, or to a time of the user's own. */
import { useState } from "preact/hooks";
import { zoneOf } from "../../catalog.ts";
import { DayStrip } from "../../parts/day-strip.tsx";
import { OwnTime } from "../../parts/own-time.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { startOf } from "../../parts/start.ts";
import { StartButtons } from "../../parts/start-buttons.tsx";
import { useLoad } from "../../use-load.ts";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { dayIn, instantOf, rangeOfDay } from "../../zone.ts";
import type { Part } from "./load-booking.ts";
import { MoveTo } from "./move-to.tsx";
import { OpenButton } from "./open-button.tsx";

export function Move(part: Part) {
  const label = texts.booking.move;
  return (
    <section aria-label={label}>
      <OpenButton label={label}>{(close) => <MoveForm {...part} close={close} />}</OpenButton>
    </section>
  );
}

function MoveForm(given: Part & { close: () => void }) {
  const { booking, catalog } = given;
  const { optionId, startAt: oldStart } = booking;
  const zone = zoneOf(catalog, optionId);
  const unsaved = useUnsaved();
  const [date, setDate] = useState(() => dayIn(oldStart, zone));
  const [startAt, setStartAt] = useState<string | null>(null);
  const [ownTime, setOwnTime] = useState("");
  const day = useLoad(`${optionId} ${date}`, (slipway) =>
    slipway.availability.list({ optionId, ...rangeOfDay(date, zone) }),
  );
  const entries = day.data ?? [];
  const choose = (chosen: string | null, time = ""): void => {
    unsaved.touch();
    setStartAt(chosen);
    setOwnTime(time);
  };
  return (
    <>
      <ProblemNote error={day.error} again={day.reload} />
      <DayStrip
        optionId={optionId}
        timezone={zone}
        date={date}
        choose={(chosen) => {
          setDate(chosen);
          setStartAt(null);
          setOwnTime("");
        }}
      />
      <StartButtons
        entries={entries.filter((entry) => entry.startAt !== oldStart)}
        isLoading={day.isLoading}
        chosen={startAt}
        choose={(chosen) => choose(chosen)}
      />
      <OwnTime time={ownTime} choose={(time) => choose(null, time)} zone={zone} />
      <MoveTo
        {...given}
        zone={zone}
        start={startOf({ startAt, date, ownTime })}
        instant={startAt ?? (ownTime && instantOf(`${date}T${ownTime}`, zone))}
        clear={unsaved.clear}
      />
    </>
  );
}
