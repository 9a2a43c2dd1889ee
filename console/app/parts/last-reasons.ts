/** The reasons for which bookings were rejected last, to be offered again. */
import { queryOptions } from "@tanstack/react-query";
import { lastReasons } from "../../page/screens/holds/waiting.ts";
import { ask } from "../../page/session.ts";

const lookedAt = 50;

export const lastRejections = queryOptions({
  queryKey: ["reasons"],
  queryFn: ({ signal }) =>
    ask(
      async ({ bookings }) =>
        lastReasons((await bookings.list({ status: "REJECTED", limit: lookedAt })).items),
      signal,
    ),
});
