interface Named {
  readonly id: string;
}

interface Dated extends Named {
  readonly updatedAt: Date;
}

/**
 * The version of an option's periods and blocks, which decide when it departs. A block never changes while it counts, so
 * its id says everything. A period or block that is over counts no more.
 */
export function sellingVersion(periods: readonly Dated[], blocks: readonly Named[]): string {
  const dated = periods.map(({ id, updatedAt }) => `${id} ${updatedAt.getTime()}`);
  return [dated, blocks.map(({ id }) => id)].map((each) => each.toSorted().join()).join("|");
}
