/** A time off the timetable, as a switch that opens. */
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { Field } from "./field.tsx";

interface Given {
  /** Empty: none. */
  readonly time: string;
  readonly choose: (time: string) => void;
  readonly zone: string;
}

export function OwnTime({ time, choose, zone }: Given) {
  const { sale: words } = texts;
  return (
    <details>
      <summary>
        {words.ownTime} {time}
      </summary>
      <Field
        label={texts.day.time}
        type="time"
        value={time}
        onInput={choose}
        hint={fill(words.ownTimeHint, { zone })}
      />
    </details>
  );
}
