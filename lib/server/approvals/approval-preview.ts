import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import type { Posting } from "@/lib/server/ledger/post";
import type { Pool } from "@/lib/server/ledger/reserve";
import type { Approval } from "./approval-handler";

/** What approving would post, worked out again each time. Kobo, positive a credit and negative a debit. */
export type Moves = {
  postings: readonly Posting[];
  /** Many people's wallets, in one sum. */
  wallets?: { people: number; amount: number };
  /** What a pool had promised and gives back for it. */
  released?: { pool: Pool; amount: number };
};

/** What a request is based on, by names that people read. */
export type Basis = Record<string, string>;

/** Of a request, also of one that is only being made. */
export type Asked = Pick<Approval, "kind" | "recordId" | "payload">;

/** What an approver of a kind of request is shown of it. Registered in ./previews-by-kind.ts; reads and changes nothing. */
export type Preview = {
  moves?: (db: Queryable, asked: Asked) => Promise<Moves>;
  /** Only what nobody expects to change by itself while the request waits: balances do all the time. */
  basis?: (db: Queryable, asked: Asked) => Promise<Basis>;
};
