/** How many bookings wait for approval or are on hold, in the menu. */
import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerTime } from "../../page/answer-time.ts";
import { decisions, endedCount } from "../../page/screens/holds/decisions.ts";
import { ask } from "../../page/session.ts";
import { counted } from "../../page/texts/texts.ts";
import { useChanges } from "../../page/use-changes.ts";
import { inLanguage } from "../in-language.ts";

const countWords = inLanguage({
  en: { one: "{count} waits", other: "{count} wait" },
  it: { one: "{count} aspetta", other: "{count} aspettano" },
});

export function WaitingCount() {
  const { data, refetch } = useQuery({
    queryKey: ["waiting-count"],
    queryFn: ({ signal }) =>
      ask(async ({ bookings }) => {
        const asked = bookings.list({ status: "PENDING,ON_HOLD", limit: 1 });
        const { data: page, response } = await asked.withResponse();
        return { total: page.total, since: answerTime(response).since };
      }, signal),
  });
  useChanges({ since: data?.since }, () => void refetch());
  const ended = endedCount.value;
  useEffect(() => {
    if (ended > 0) void refetch();
  }, [ended, refetch]);
  // Bookings that were decided on here wait no more.
  const decided = decisions.value.filter(
    ({ kind, state, booking }) =>
      state === "waiting" && kind !== "extend" && booking.status !== "CONFIRMED",
  );
  const count = Math.max(0, (data?.total ?? 0) - decided.length);
  if (count === 0) return null;
  return (
    <Badge variant="light" color="orange" className="number">
      <span aria-hidden>{count}</span>
      <span className="unseen">{counted(count, countWords())}</span>
    </Badge>
  );
}
