import "server-only";

/** Maximum number of postings or ledger entries per statement. Reading this many takes a tenth of a second, regardless of the ledger's size. */
export const ROWS_PER_STATEMENT = 20_000;
/** Lowest possible UUID, at which a check starts that reads rows in the order of their ids. */
export const LOWEST_UUID = "00000000-0000-0000-0000-000000000000";
/** Highest possible UUID. */
export const HIGHEST_UUID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Result of checking one batch of the ledger: number of rows and postings, faults found, and where the next batch begins (`next`; null at
 * the end).
 */
export type LedgerSectionResult<Next> = { counted: number; postings: number; faults: string[]; next: Next | null };

/** Position up to which postings were checked, in the order of account and `seq`. */
export type PostingPosition = { accountId: string; seq: number };
