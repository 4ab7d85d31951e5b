import type { ComparedFields } from "@/components/common/form/current-version";
import type { RevenueHeadRow } from "@/lib/contract/revenue-heads";
import { HEAD_STATES } from "@/lib/contract/revenue-heads.values";
import { formatDay, selectOptions } from "@/lib/format";

export const REVENUE_HEADS_URL = "/dashboard/wallets/reconciliation/revenue-heads";
export const REVENUE_REPORT_URL = `${REVENUE_HEADS_URL}/report`;

export const REVENUE_HEAD_STATE_OPTIONS = selectOptions(HEAD_STATES);

type Account = Pick<RevenueHeadRow, "bank_name" | "account_number">;
/** Formats a revenue head's bank account: "1012345678, Zenith Bank", or "No account". */
export const revenueHeadAccountText = ({ bank_name, account_number }: Account) =>
  account_number ? `${account_number}, ${bank_name}` : "No account";

/** Returns the storage name of the draft that keeps a revenue head's form when the session ends. */
export const revenueHeadDraftName = (form: "new" | "change" | "end" | "correct", code = "") =>
  `revenueHeads.${form}:${code}`;

/** Fields of a revenue head that are compared after an edit conflict. */
export const REVENUE_HEAD_DIFF_FIELDS: ComparedFields<RevenueHeadRow> = [
  ["Name", ({ name }) => name],
  ["Ministry", ({ ministry }) => ministry],
  ["Account", revenueHeadAccountText],
  ["Next change", ({ changes_on }) => (changes_on ? formatDay(changes_on) : "none")],
];

/** Returns the storage name of the draft that keeps the form for a payment's revenue head when the session ends. */
export const revenueHeadAssignmentDraftName = (transactionId: string) => `revenueHeads.assign:${transactionId}`;
