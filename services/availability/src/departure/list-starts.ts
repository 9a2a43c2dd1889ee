/** The departures of one page of an answer, and how the next page is named. */
import type { Request } from "@slipway/broker";
import { dayMs } from "@slipway/departures";
import { departuresMax, pageEntriesMax } from "../constants.ts";
import type { DepartureDeps } from "./deps.ts";
import { checkRange } from "./check-range.ts";
import { listManualStarts } from "./list-manual-starts.ts";
import { type OptionSchedule, type OptionSpan, type Span, type Start, startsOf } from "./starts.ts";

export interface AskedStarts {
  readonly options: readonly OptionSchedule[];
  readonly range: Span;
  /** One option alone was asked for. */
  readonly isOne: boolean;
  readonly page: string | undefined;
}

/** The departures of this page, and the one that follows. */
export async function listStarts(
  deps: DepartureDeps,
  request: Request,
  asked: AskedStarts,
): Promise<Start[]> {
  const { options, range, page: token } = asked;
  if (options.length === 0) return [];
  const limit = pageEntriesMax + 1;
  const spans = spansFrom(asked);
  const manual = await listManualStarts(deps, request, {
    options,
    from: Math.min(...spans.map(({ from }) => from)),
    to: range.to,
    // A later page reads those of its first instant again that the page before has answered, one an option.
    limit: token === undefined ? departuresMax + 1 : limit + options.length,
  });
  if (token === undefined)
    checkRange(request, manual, {
      spans,
      days: Math.floor((range.to - range.from) / dayMs),
      firstDays: (days) => spans.map((span) => ({ ...span, to: span.from + days * dayMs })),
    });
  return startsOf(spans, manual, limit);
}

/** The token of one option is the instant, as the release before has it; that of several has the option in it, too. */
export function tokenOf({ option, start }: Start, { isOne }: AskedStarts): string {
  return isOne ? String(start) : `${start}|${option.facts.option.id}`;
}

function spansFrom({ options, range, page: token }: AskedStarts): OptionSpan[] {
  const [start, optionId = ""] = token?.split("|") ?? [];
  const from = start === undefined ? range.from : Number(start);
  return options.map((option) => {
    // At one instant options follow each other by their ids.
    const isAnswered = option.facts.option.id < optionId;
    return { option, from: isAnswered ? from + 1 : from, to: range.to };
  });
}
