/** A day, as the browser lets one choose it. Half of a date chooses nothing. */
import { isDay } from "../zone.ts";

interface Given {
  readonly label: string;
  readonly date: string;
  readonly choose: (date: string) => void;
}

export function DayInput({ label, date, choose }: Given) {
  return (
    <input
      type="date"
      aria-label={label}
      value={date}
      onChange={({ currentTarget: { value } }) => isDay(value) && choose(value)}
    />
  );
}
