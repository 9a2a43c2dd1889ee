/** The options of a call beside its input, and the form of its result. */

export interface CallOptions {
  /** Ends the call when it is aborted, also between two attempts. */
  readonly signal?: AbortSignal | undefined;
  /** How long the call may take with all its attempts, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How often it is repeated at most, where a repeat is safe. */
  readonly maxRetries?: number | undefined;
  /** Sent beside those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface CreateOptions extends CallOptions {
  /** A text of your own that names this sale, or this change of the record. Left out, the client makes one, the same for all attempts of the call. */
  readonly idempotencyKey?: string | undefined;
}

/** Asks for one page of a list, and for the length of all of it. */
export interface Paging {
  /** How many records the page has at most: 1 to 100. */
  readonly limit: number;
  /** How many records are skipped first. */
  readonly offset?: number | undefined;
}

/** A list that has no filters. */
export type NoFilters = Readonly<Record<string, never>>;

/** Asks for one page of a change feed. */
export type ChangesFrom = (
  | {
      /** Changes then or later: RFC 3339 with an offset. */
      readonly updatedSince: string;
    }
  | {
      /** `nextCursor` of the page before. */
      readonly cursor: string;
    }
) & { readonly limit?: number | undefined };

/** Begins a reading of a change feed. */
export interface ChangesSince {
  /** The `watermark` of the reading before, or an instant: RFC 3339 with an offset. */
  readonly since: string;
}

/** A reading of a change feed. It asks for the next page when you read on. */
export interface ChangeFeed<Item> extends AsyncIterable<Item> {
  /** Where the next reading begins. It moves on when you have read a page whole, so nothing is lost if you stop earlier. */
  readonly watermark: string;
}

export interface Answered<Data> {
  readonly data: Data;
  /** Its body is read. */
  readonly response: Response;
}

/** The data of an answer, on its way. */
export interface Call<Data> extends Promise<Data> {
  /** The data together with status and headers. */
  withResponse(): Promise<Answered<Data>>;
}

export function callOf<Data>(answered: Promise<Answered<Data>>): Call<Data> {
  const data = answered.then((answer) => answer.data);
  const withResponse = (): Promise<Answered<Data>> => {
    // The caller hears of a failure by the other promise.
    data.catch(() => undefined);
    return answered;
  };
  return Object.assign(data, { withResponse });
}
