import "server-only";
import type { PersonalTable } from "./personal-table";

const OF_OWN_PAYMENT = "transaction_id in (select id from transactions where user_id = :user)";

/** Tables about disputes and the reconciliation of a citizen's payments. */
export const RECONCILIATION_TABLES: readonly PersonalTable[] = [
  {
    table: "disputes",
    file: "disputes",
    purpose: "payments",
    whereCitizen: OF_OWN_PAYMENT,
    personal: "amount answer_amount reason message resolution",
    stays: "amount answer_amount",
    other:
      "id provider provider_dispute_id transaction_id reference state opened_at due_at answer answered_at sent_at problem reminded_at fetched_at version",
    withheld: "answered_by",
  },
  {
    table: "dispute_evidence",
    file: "dispute-evidence",
    purpose: "payments",
    whereCitizen: `dispute_id in (select id from disputes where ${OF_OWN_PAYMENT})`,
    personal: "text file_name file_id",
    stays: "file_id",
    storedFile: "file_id",
    other: "id dispute_id added_at",
    withheld: "added_by",
  },
  {
    table: "reconciliation_items",
    file: "reconciliation",
    purpose: "payments",
    whereCitizen: OF_OWN_PAYMENT,
    personal: "narration question",
    other:
      "id side kind source_key account_id statement_id statement_line provider settlement_id day accounting_day found_at amount reference provider_reference transaction_id entry_id revenue_head_id remittance_group due_on finding cause counterpart_id match_id split_of is_split version",
    withheld: "asked_id",
  },
  {
    table: "reconciliation_matches",
    file: "reconciliation-matches",
    purpose: "payments",
    whereCitizen: `id in (select match_id from reconciliation_items where ${OF_OWN_PAYMENT})`,
    personal: "remark",
    other: "id rule accounting_day matched_at",
    withheld: "matched_by",
  },
];
