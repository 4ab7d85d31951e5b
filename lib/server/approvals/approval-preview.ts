import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import type { Posting } from "@/lib/server/ledger/post";
import type { Pool } from "@/lib/server/ledger/reserve";
import type { Approval } from "./approval-handler";

/** The postings that an approval would make, computed on each view. Kobo; positive is credit, negative is debit. */
export type LedgerEffect = {
  postings: readonly Posting[];
  /** The sum over many people's wallets. */
  wallets?: { people: number; amount: number };
  /** The reservation of a pool that the approval releases. */
  released?: { pool: Pool; amount: number };
};

/** Facts that a request is based on, by names that people read. */
export type ApprovalFacts = Record<string, string>;

/** The fields of a request that its preview needs, also before it is stored. */
export type RequestFields = Pick<Approval, "kind" | "recordId" | "payload">;

/** Computes what an approver sees of a kind of request. Registered in ./previews-by-kind.ts; only reads. */
export type ApprovalPreview = {
  moves?: (db: Queryable, request: RequestFields) => Promise<LedgerEffect>;
  /** Only facts that rarely change while a request waits. Balances change all the time and are not included. */
  basis?: (db: Queryable, request: RequestFields) => Promise<ApprovalFacts>;
};
