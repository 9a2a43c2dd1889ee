/** Whether this machine's process is ready, for a container's health check: exit code 0 or 1, and no word. */
import { get } from "node:http";
import { readyUrl } from "./config.ts";

const answerMsMax = 3_000;

get(readyUrl(), { signal: AbortSignal.timeout(answerMsMax) }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
).on("error", () => process.exit(1));
