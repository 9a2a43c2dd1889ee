import { aPngOf } from "@slipway/dev/testing-pictures";
import { connect } from "../../examples/connect.ts";
import { type Attack, keepAt, tally } from "./attack.ts";
import { makeDeparture } from "./departure.ts";
import { headsOf, makeLargeSuppliers } from "./large-records.ts";
import { visit } from "./visit.ts";

const atOnce = 350;
const leaveMs = 15_000;
const suppliers = 60;
const photoBytes = 6_000_000;

/** S2: photos and long lists that nobody reads, on more connections than a gateway has places for reads. */
export const slowReaders: Attack = {
  title: "S2: photos and long lists that are never read, on 350 connections",
  async prepare(target) {
    const { url, key } = target;
    const api = connect(url, key);
    const { productId } = await makeDeparture(url, key, 10);
    const photo = await api.products.createPhoto(productId, {
      contentType: "image/png",
      data: aPngOf(photoBytes).toString("base64"),
    });
    await makeLargeSuppliers(target, suppliers);
    const content = `/products/${productId}/photos/${photo.id}/content`;
    const heads = headsOf([content, "/suppliers"], target);
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
