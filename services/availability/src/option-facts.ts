import type { OutputOf, catalog } from "@slipway/contracts";

export type OptionFacts = OutputOf<typeof catalog.getOptionFacts>;
