import { claimWords, ledgerWords } from "./ledger/replace-words.ts";

export { collections } from "./ledger/schema.ts";

/** Changes of documents from before 0.1.0. */
export const migrations = [ledgerWords, claimWords];
