import "server-only";

/** Postings or entries that one statement looks at: a tenth of a second, however large the ledger is. */
export const STRETCH = 20_000;
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What one stretch of the check came to; `next` is where to go on, null at the end of its part. */
export type Stretch<Next> = { counted: number; postings: number; faults: string[]; next: Next | null };

/** A posting's place: all before it, account by account, are checked. */
export type AccountPlace = { accountId: string; seq: number };
