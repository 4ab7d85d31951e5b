import "server-only";

/** Postings or entries per statement, which takes a tenth of a second regardless of the ledger's size. */
export const STRETCH = 20_000;
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";
export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** Result of checking one section; `next` is the place to continue, null at the end of the part. */
export type Section<Next> = { counted: number; postings: number; faults: string[]; next: Next | null };

/** Place of a posting: all earlier ones, by account and `seq`, are checked. */
export type AccountPlace = { accountId: string; seq: number };
