/** Jobs that were sent to a channel, with another try of a failed one. */
import type { SyncJob } from "@slipway/client";
import { type Column, DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { ViewerTime } from "../../parts/zoned-time.tsx";
import { may } from "../../session.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { TimeOrNone, failureWords } from "./endpoint-words.tsx";
import { RetryButton } from "../../parts/retry-button.tsx";

const shownMax = 50;

export function ChannelJobs({ channelConnectionId }: { channelConnectionId: string }) {
  const jobs = useLoad(channelConnectionId, ({ sync }) =>
    sync.listJobs({ channelConnectionId, limit: shownMax }),
  );
  const { channels: words, endpoint } = texts.access;
  const columns: Column<SyncJob>[] = [
    {
      title: endpoint.made,
      cell: ({ createdAt }) => <ViewerTime at={createdAt} />,
    },
    { title: words.about, cell: ({ type }) => words.jobs[type] },
    { title: endpoint.state, cell: ({ status }) => endpoint.sent[status] },
    {
      title: words.lastError,
      cell: ({ lastError }) => lastError !== null && failureWords(lastError),
    },
    {
      title: endpoint.nextAttempt,
      cell: ({ nextAttemptAt }) => <TimeOrNone at={nextAttemptAt} />,
    },
  ];
  if (may("sync:write"))
    columns.push({
      title: endpoint.again,
      cell: ({ id, entityId, status }) =>
        status === "FAILED" && (
          <RetryButton
            label={endpoint.again}
            name={entityId}
            act={({ sync }) => sync.retryJob(id)}
            done={jobs.reload}
          />
        ),
    });
  return (
    <>
      <h2>{words.jobsTitle}</h2>
      <IfLoaded loaded={jobs}>
        {({ items }) => (
          <DataList
            caption={words.jobsTitle}
            empty={words.noJob}
            rows={items}
            keyOf={({ id }) => id}
            columns={columns}
          />
        )}
      </IfLoaded>
    </>
  );
}
