import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import type { LedgerPosting } from "@/lib/server/ledger/post";
import type { ReservablePool } from "@/lib/server/ledger/reserve";
import type { Approval } from "./approval-handler";

/** Postings that an approval would create, computed on each view. In kobo; positive is a credit, negative a debit. */
export type LedgerEffect = {
  postings: readonly LedgerPosting[];
  /** Total amount for the wallets of many people, instead of one posting each. */
  wallets?: { people: number; amount: number };
  /** The pool reservation that the approval releases. */
  released?: { pool: ReservablePool; amount: number };
};

/** Details on which a request is based, such as a payment's state: readable texts by readable labels. */
export type ApprovalDetails = Record<string, string>;

/** The fields of a request that its preview needs. The request may not be stored yet. */
export type ApprovalRequestFields = Pick<Approval, "kind" | "recordId" | "payload">;

/** Computes what an approver sees of a kind of request before deciding. Registered in ./previews-by-kind.ts; only reads. */
export type ApprovalPreview = {
  moves?: (db: Queryable, request: ApprovalRequestFields) => Promise<LedgerEffect>;
  /** Returns the details on which a request is based. Leaves out values that change often, such as balances. */
  basis?: (db: Queryable, request: ApprovalRequestFields) => Promise<ApprovalDetails>;
};
