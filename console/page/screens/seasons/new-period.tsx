/** A period that an option may get. */
import { useState } from "preact/hooks";
import type { QuotedPeriod } from "@slipway/client";
import { Field } from "../../parts/field.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useUnsaved } from "../../unsaved.ts";
import { dayIn } from "../../zone.ts";
import { WeekdayChoice, allWeekdays } from "./weekday-choice.tsx";
import { timesOf } from "./year.ts";

interface Given {
  readonly add: (period: QuotedPeriod) => void;
  readonly zone: string;
}

export function NewPeriod({ add, zone }: Given) {
  const words = texts.seasons;
  const [today] = useState(dayIn(new Date(), zone));
  const [first, setFirst] = useState(today);
  const [last, setLast] = useState(today);
  const [weekdays, setWeekdays] = useState<readonly number[]>(allWeekdays);
  const [text, setText] = useState("");
  const startTimes = timesOf(text);
  const unsaved = useUnsaved();
  return (
    <form
      onInput={unsaved.touch}
      onSubmit={(event) => {
        event.preventDefault();
        if (!startTimes || weekdays.length === 0) return;
        add({
          startMonthDay: first.slice(-5),
          endMonthDay: last.slice(-5),
          weekdays,
          startTimes,
        });
        unsaved.clear();
      }}
    >
      <h2>{words.new}</h2>
      <div class="controls">
        <Field label={words.first} type="date" value={first} onInput={setFirst} required />
        <Field
          label={words.last}
          type="date"
          value={last}
          onInput={setLast}
          required
          hint={words.everyYear}
        />
        <Field
          label={words.times}
          type="text"
          value={text}
          onInput={setText}
          required
          hint={fill(words.timesHint, { zone })}
          wrong={text === "" || startTimes ? undefined : words.timesWrong}
        />
      </div>
      <WeekdayChoice weekdays={weekdays} choose={setWeekdays} />
      <p class="controls">
        <button type="submit" disabled={!startTimes || weekdays.length === 0}>
          {words.add}
        </button>
      </p>
    </form>
  );
}
