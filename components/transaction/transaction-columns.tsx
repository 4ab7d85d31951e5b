import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { Facet } from "@/components/common/table/facet";
import type { TransactionRow } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import {
  PAYMENT_CHANNEL_OPTIONS,
  TRANSACTION_STATE_OPTIONS,
  TRANSACTION_TYPE_OPTIONS,
  transactionLabel,
} from "./transaction-words";

/** Filters of the transaction list. */
export const TRANSACTION_FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "Status", options: TRANSACTION_STATE_OPTIONS },
  { kind: "choices", key: "type", label: "Type", options: TRANSACTION_TYPE_OPTIONS },
  { kind: "choices", key: "channel", label: "Channel", options: PAYMENT_CHANNEL_OPTIONS },
  { kind: "amounts", min: "min", max: "max", label: "Amount" },
  { kind: "days", from: "from", to: "to", label: "Created" },
  { kind: "amounts", min: "fee_min", max: "fee_max", label: "Fee" },
  {
    kind: "text",
    key: "provider_reference",
    label: "Provider reference",
    placeholder: "Exactly as the provider wrote it",
  },
  { kind: "days", from: "completed_from", to: "completed_to", label: "Completed" },
];

/** Columns of the transaction list. */
export const TRANSACTION_COLUMNS: readonly TableColumn<TransactionRow>[] = [
  { id: "reference", header: "Reference", cell: (row) => row.reference, width: "11rem" },
  { id: "user", header: "User", grows: true, cell: (row) => row.user.name },
  { id: "type", header: "Type", cell: (row) => transactionLabel(row.type) },
  {
    id: "channel",
    header: "Channel",
    phone: "hidden",
    cell: (row) => (
      <>
        {transactionLabel(row.channel)}
        {row.card_last4 && <span className="text-muted"> •••• {row.card_last4}</span>}
      </>
    ),
  },
  { id: "amount", header: "Amount", sort: "amount", align: "end", cell: (row) => formatMoney(row.amount) },
  { id: "fee", header: "Fee", align: "end", phone: "hidden", cell: (row) => formatMoney(row.fee) },
  {
    id: "state",
    header: "Status",
    cell: (row) => <StatusBadge status={row.state} label={transactionLabel(row.state)} />,
    phone: "title",
  },
  {
    id: "provider_reference",
    header: "Provider reference",
    optional: true,
    phone: "hidden",
    cell: (row) => row.provider_reference ?? "–",
  },
  { id: "created_at", header: "Created", sort: "created_at", cell: (row) => <DateTime at={row.created_at} /> },
];
