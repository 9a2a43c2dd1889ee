import { countedNamesMax } from "../constants.ts";
import { createAllowance } from "./allowance.ts";

const ofOne = { perSecond: 1, burst: 10 };
const ofAll = { perSecond: 20, burst: 100 };
/** Bounds lines of a log that clients can cause as often as they like. A line says how many were left out before it. */
export function createBoundedLines(writeLine: (fields: object) => void, clock?: () => number) {
  const one = createAllowance(ofOne, clock, countedNamesMax);
  const all = createAllowance(ofAll, clock, 1);
  let leftOut = 0;
  return {
    /** Writes a line or, beyond what this address or all of them may cause, counts it. */
    write(address: string, fields: object) {
      if (one.look(address).waitSeconds > 0 || all.look("all").waitSeconds > 0) {
        leftOut++;
        return;
      }
      one.spend(address, 1);
      all.spend("all", 1);
      writeLine({ address, ...fields, ...(leftOut === 0 ? {} : { leftOut }) });
      leftOut = 0;
    },
  };
}
