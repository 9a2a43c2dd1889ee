import { type Attack, keepAt, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { headOf, visit } from "./visit.ts";

const announcedBytes = 15_000_000;
/** More than a small body has: it waits for a place of large bodies, and loses it because it is slow. */
const sentAtOnce = " ".repeat(70_000);
const drip = { text: "          ", everyMs: 1_000 };
const strangers = 6;
const uploaders = 6;

/** S3: large bodies that are announced and hardly ever come, of strangers and with a key. */
export const announcedBodies: Attack = {
  title: "S3: 12 bodies of 15 MB: 70 KB, then 10 bytes a second; 6 of them without a credential",
  async prepare({ url, key }) {
    const { productId } = await makeDeparture(url, key, 10);
    const fields = { "Content-Type": "application/json", "Content-Length": announcedBytes };
    const authorized = { ...fields, Authorization: `Bearer ${key}` };
    const anonymous = headOf("POST /api/v1/sessions", fields);
    const upload = headOf(`POST /api/v1/products/${productId}/photos`, authorized);
    return async (until) => {
      const { answers, count } = tally();
      await keepAt(strangers + uploaders, until, async (index) => {
        const isStranger = index < strangers;
        const head = (isStranger ? anonymous : upload) + sentAtOnce;
        const answer = await visit({ url, head, drip, until });
        count(`${isStranger ? "stranger" : "uploader"} ${answer}`);
      });
      return answers;
    };
  },
};
