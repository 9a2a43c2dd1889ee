interface Named {
  readonly id: string;
}

/**
 * The version of an option's periods and blocks, which decide when it departs. Neither a period nor a block ever
 * changes while it counts, so their ids say everything. A period or block that is over counts no more.
 */
export function scheduleVersion(periods: readonly Named[], blocks: readonly Named[]): string {
  return [periods, blocks].map((each) => idsOf(each)).join("|");
}

function idsOf(records: readonly Named[]): string {
  return records
    .map(({ id }) => id)
    .toSorted()
    .join();
}
