import type { OutputOf, catalog } from "@slipway/contracts";

/** What catalog says of an option. */
export type OptionFacts = OutputOf<typeof catalog.getOptionFacts>;
