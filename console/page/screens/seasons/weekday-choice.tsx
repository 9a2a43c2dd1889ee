/** On which days of the week a period applies. */
import { Tick } from "../../parts/tick.tsx";
import { texts } from "../../texts/texts.ts";
import { weekdayWord } from "./weekday-word.ts";

/** From Monday. */
export const allWeekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

interface Given {
  readonly weekdays: readonly number[];
  readonly choose: (weekdays: readonly number[]) => void;
}

export function WeekdayChoice({ weekdays, choose }: Given) {
  return (
    <fieldset>
      <legend>{texts.seasons.weekdays}</legend>
      <div class="controls">
        {allWeekdays.map((day) => (
          <Tick
            key={day}
            checked={weekdays.includes(day)}
            choose={(isHeld) =>
              choose(
                allWeekdays.filter((each) => (each === day ? isHeld : weekdays.includes(each))),
              )
            }
          >
            {weekdayWord(day)}
          </Tick>
        ))}
      </div>
    </fieldset>
  );
}
