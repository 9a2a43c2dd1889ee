import { expect, it } from "@jest/globals";
import type { ChangeDeps } from "./deps.ts";
import { tellWebhooks } from "./plan-updates.ts";

it("says of figures when they were read, however long ago the plan began", async () => {
  // It said when the plan began, which may read for minutes.
  let now = Date.parse("2027-07-01T08:00:00.000Z");
  const sent: { timestamp: string; body: string }[] = [];
  const broker = {
    async call(_action: string, input: (typeof sent)[number]) {
      sent.push(input);
      return {};
    },
  };
  const tell = tellWebhooks({ broker, clock: () => now } as unknown as ChangeDeps, "ten_1");
  now += 60_000;
  const type = "AVAILABILITY_UPDATE" as const;
  await tell({ type, supplierId: "sup_1", entityId: "opt_1", data: { optionId: "opt_1" } });
  const timestamp = "2027-07-01T08:01:00.000Z";
  const body = JSON.stringify({ type, timestamp, data: { optionId: "opt_1" } });
  expect(sent).toMatchObject([{ timestamp, body }]);
});
