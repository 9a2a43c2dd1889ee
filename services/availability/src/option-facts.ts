import type { OutputOf, catalog } from "@slipway/contracts";

/** The facts of an option from catalog. */
export type OptionFacts = OutputOf<typeof catalog.getOptionFacts>;
