/** The command line in a pod, as far as its words go: the real one reads them, and no server carries them out. */
import { readArguments } from "../../server/src/cli/read-arguments.ts";
import { Refused } from "./recorded-state.ts";

/** @param words as in the pod: `node slipway.js tenant create …` */
export function runSlipway([program, script, ...words]: readonly string[]): string {
  if (program !== "node" || script !== "slipway.js") throw new Refused("no program of the image");
  const asked = readArguments([...words]);
  if (asked.kind === "mistake") throw new Refused(asked.sentence);
  return `${JSON.stringify({ ok: true, id: "ten_1", key: "slw_1" })}\n`;
}
