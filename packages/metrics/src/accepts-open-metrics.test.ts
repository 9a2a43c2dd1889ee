import { expect, it } from "@jest/globals";
import { acceptsOpenMetrics } from "./accepts-open-metrics.ts";

const prometheus3 =
  "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6," +
  "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4," +
  "text/plain;version=0.0.4;q=0.3,*/*;q=0.2";
const prometheus2 =
  "application/openmetrics-text;version=1.0.0;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4," +
  "text/plain;version=0.0.4;q=0.3,*/*;q=0.2";

it.each([
  ["Prometheus 3", prometheus3, true],
  ["Prometheus 2", prometheus2, true],
  ["one that names no version", "application/openmetrics-text", true],
  [
    "one that wants the text first",
    "text/plain;version=0.0.4, Application/OpenMetrics-Text; q=0.5",
    false,
  ],
  ["one that refuses it", "application/openmetrics-text;q=0, text/plain", false],
  [
    "one of an earlier version alone",
    "application/openmetrics-text; version=0.0.1,*/*;q=0.1",
    false,
  ],
  ["one whose weight cannot be read", "application/openmetrics-text;q=much", false],
  ["one that takes all, such as curl", "*/*", false],
  ["a browser", "text/html,application/xml;q=0.9,*/*;q=0.8", false],
  ["one that says nothing", undefined, false],
])("%s: %s is %s", (_name, accept, isWanted) => {
  expect(acceptsOpenMetrics(accept)).toBe(isWanted);
});
