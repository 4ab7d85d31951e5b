import "server-only";

/** Maximum number of postings or entries per statement. Reading them takes a tenth of a second, regardless of the ledger's size. */
export const ROWS_PER_STATEMENT = 20_000;
/** Lowest possible UUID, from which a check by id starts. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** Highest possible UUID. */
export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Result of checking one batch; `next` is where to continue, null at the end. */
export type SectionResult<Next> = { counted: number; postings: number; faults: string[]; next: Next | null };

/** Position of a posting: all postings up to it, by account and `seq`, were checked. */
export type PostingPosition = { accountId: string; seq: number };
