/** One operation of the API, as the table has it: what the client sends for a method. */
export interface Operation {
  /** Absent: GET, which is a read. */
  readonly method?: string;
  /** Below /api/v1, with parameters in braces. */
  readonly path: string;
  /** Where the input goes that follows the path's parameters; absent: there is none. */
  readonly input?: "query" | "body";
  /**
   * Why a repeat is safe: it is a read, or what it sends names the change. The name is an id of the caller's or an
   * idempotency key, in the body or in a header. Absent where the method is not: a repeat may change something again.
   */
  readonly repeat?: "read" | "by id" | "by key" | "by header";
  /** How a list that is read page by page finds its next page. */
  readonly pages?: "offset" | "cursor";
  /** Whether the list also has a change feed. */
  readonly hasChanges?: boolean;
  /** Its answer is no JSON. */
  readonly isBytes?: boolean;
  /** How long the server works at it at most, where that is longer than usual. */
  readonly deadlineMs?: number;
}

/** An operation with the name that the client calls it by, such as `bookings.create`, and with its method. */
export interface NamedOperation extends Operation {
  readonly name: string;
  readonly method: string;
}
