import type { DiffFields } from "@/components/common/form/current-version";
import type { RevenueHeadRow } from "@/lib/contract/revenue-heads";
import { HEAD_STATES } from "@/lib/contract/revenue-heads.values";
import { formatDay, selectOptions } from "@/lib/format";

export const HEADS_URL = "/dashboard/wallets/reconciliation/revenue-heads";
export const REVENUE_REPORT_URL = `${HEADS_URL}/report`;

export const HEAD_STATE_OPTIONS = selectOptions(HEAD_STATES);

type Account = Pick<RevenueHeadRow, "bank_name" | "account_number">;
/** Returns "1012345678, Zenith Bank", or "No account". */
export const headAccountText = ({ bank_name, account_number }: Account) =>
  account_number ? `${account_number}, ${bank_name}` : "No account";

/** Returns the draft name of a form about a head. */
export const headDraftName = (form: "new" | "change" | "end" | "correct", code = "") => `revenueHeads.${form}:${code}`;

/** Fields that a form compares after an edit conflict. */
export const HEAD_FACTS: DiffFields<RevenueHeadRow> = [
  ["Name", ({ name }) => name],
  ["Ministry", ({ ministry }) => ministry],
  ["Account", headAccountText],
  ["Next change", ({ changes_on }) => (changes_on ? formatDay(changes_on) : "none")],
];

/** Returns the draft name of the form that sets the revenue head of a payment. */
export const assignmentDraftName = (transactionId: string) => `revenueHeads.assign:${transactionId}`;
