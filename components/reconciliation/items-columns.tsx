import { AdminName } from "@/components/common/admin-name";
import { FreeText } from "@/components/common/free-text";
import { Money } from "@/components/common/money";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import {
  EXCEPTION_REASON_WORDS,
  ITEM_STATE_WORDS,
  MATCH_RULE_WORDS,
  RECONCILIATION_KIND_WORDS,
  RECONCILIATION_SIDE_WORDS,
} from "@/lib/contract/reconciliation-items.values";
import { formatDay } from "@/lib/format";

/** Returns the reason why an item is not matched, or the rule that matched it. */
export const itemStateNote = ({ reason, rule }: Pick<ReconciliationItemRow, "reason" | "rule">) =>
  reason ? EXCEPTION_REASON_WORDS[reason] : rule && MATCH_RULE_WORDS[rule];

/** Returns the name of an item's bank account or provider. */
const sourceOf = ({ account, provider }: ReconciliationItemRow) => account?.name ?? provider;

/** Columns of the list of reconciliation items. */
export const ITEM_COLUMNS: readonly TableColumn<ReconciliationItemRow>[] = [
  { id: "id", header: "Item", cell: (row) => row.id, width: "5.5rem" },
  { id: "day", header: "Day", sort: "day", cell: (row) => formatDay(row.day), width: "7.5rem" },
  {
    id: "side",
    header: "Side",
    cell: (row) => (
      <>
        {RECONCILIATION_SIDE_WORDS[row.side]}
        {sourceOf(row) && <span className="block text-muted">{sourceOf(row)}</span>}
      </>
    ),
  },
  { id: "kind", header: "Kind", cell: (row) => RECONCILIATION_KIND_WORDS[row.kind] },
  {
    id: "reference",
    header: "Reference",
    cell: (row) => <FreeText>{row.reference ?? row.provider_reference ?? "–"}</FreeText>,
  },
  { id: "narration", header: "Narration", cell: (row) => row.narration || "–", grows: true, phone: "line" },
  {
    id: "amount",
    header: "Amount",
    sort: "amount",
    align: "end",
    phone: "title",
    cell: (row) => <Money kobo={row.amount} />,
  },
  {
    id: "state",
    header: "State",
    cell: (row) => (
      <>
        <StatusBadge status={row.state} label={ITEM_STATE_WORDS[row.state]} />
        {itemStateNote(row) && <span className="mt-1 block text-muted">{itemStateNote(row)}</span>}
      </>
    ),
  },
  {
    id: "asked",
    header: "Asked",
    cell: (row) => (row.asked ? <AdminName admin={row.asked} /> : <span className="text-muted">Nobody</span>),
    optional: true,
  },
];
