import { aPngOf } from "../../gateway/test/pictures.ts";
import { connect } from "../../examples/venice/api.ts";
import { type Attack, keepAt, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { headOf, visit } from "./visit.ts";

const atOnce = 350;
const leaveMs = 15_000;
const photoBytes = 6_000_000;

/** S2: photos and long lists that nobody reads, on more connections than a gateway has places for reads. */
export const slowReaders: Attack = {
  title: "S2: photos and long lists that are never read, on 350 connections",
  async prepare({ url, key }) {
    const api = connect(url, key);
    const { productId } = await makeDeparture(url, key, 10);
    const photo = await api.send<{ id: string }>("POST", `/products/${productId}/photos`, {
      contentType: "image/png",
      data: aPngOf(photoBytes).toString("base64"),
    });
    const metadata = { text: "x".repeat(60_000) };
    for (let made = 0; made < 60; made++)
      await api.send("POST", "/suppliers", { name: `Large ${made}`, timezone: "UTC", metadata });
    const heads = [
      `/api/v1/products/${productId}/photos/${photo.id}/content`,
      "/api/v1/suppliers",
    ].map((path) => headOf(`GET ${path}`, { Authorization: `Bearer ${key}`, Connection: "close" }));
    return async (until) => {
      const { answers, count } = tally();
      await keepAt(
        atOnce,
        until,
        async (index) => {
          const head = heads[index % heads.length] ?? "";
          count(await visit({ url, head, isDeaf: true, leavesAfterMs: leaveMs, until }));
        },
        leaveMs,
      );
      return answers;
    };
  },
};
