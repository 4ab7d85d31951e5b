import { TriangleAlert } from "lucide-react";
import { DateTime } from "@/components/common/date-time";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import type { Facet } from "@/components/common/table/facet";
import { HoverLink } from "@/components/ui/hover-link";
import type { PayoutRow } from "@/lib/contract/grant-payouts";
import { recordUrl } from "@/lib/contract/records";
import { formatCount, formatMoney, pluralize } from "@/lib/format";
import { ApplicantLink } from "./application-badges";

import { describePayoutDestination, PAYOUT_ROW_STATE_OPTIONS, payoutRowStateLabel } from "./payout-words";

/** Filters of a payout batch's rows. */
export const PAYOUT_ROW_FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "Status", options: PAYOUT_ROW_STATE_OPTIONS },
  { kind: "toggle", key: "changed", label: "Changed since approval" },
];

const LINK_CLASS = "rounded-sm text-primary hover:underline";

/** Returns the table columns of a batch's rows. @param mayOpenTransaction true if the admin may open payments */
export const payoutRowColumns = (mayOpenTransaction: boolean): readonly TableColumn<PayoutRow>[] => [
  {
    id: "row",
    header: "Row",
    sort: "row",
    width: "5rem",
    cell: ({ row }) => <span className="tabular-nums">{formatCount(row)}</span>,
  },
  {
    id: "state",
    header: "Status",
    phone: "title",
    hideable: false,
    cell: ({ state }) => <StatusBadge status={state} label={payoutRowStateLabel(state)} />,
  },
  {
    id: "applicant",
    header: "Applicant",
    hideable: false,
    cell: ({ applicant }) => <ApplicantLink person={applicant} />,
  },
  {
    id: "application",
    header: "Application",
    cell: ({ application }) => (
      <HoverLink href={recordUrl("grant_application", application.id)} className={LINK_CLASS}>
        {application.reference}
      </HoverLink>
    ),
  },
  {
    id: "payout",
    header: "Paid to",
    cell: ({ payout }) => <span title={payout.account_name ?? undefined}>{describePayoutDestination(payout)}</span>,
  },
  { id: "amount", header: "Amount", align: "end", sort: "amount", cell: ({ amount }) => formatMoney(amount) },
  { id: "problem", header: "Notes", phone: "line", hideable: false, cell: (row) => <RowNotes row={row} /> },
  {
    id: "transaction",
    header: "Transaction",
    cell: ({ transaction }) => {
      if (!transaction) return <span className="text-muted">None yet</span>;
      if (!mayOpenTransaction) return transaction.reference;
      return (
        <HoverLink href={recordUrl("transaction", transaction.id)} className={LINK_CLASS}>
          {transaction.reference}
        </HoverLink>
      );
    },
  },
  {
    id: "updated_at",
    header: "Updated",
    sort: "updated_at",
    phone: "hidden",
    cell: ({ updated_at: at }) => <DateTime at={at} />,
  },
];

/** Shows why a row failed, and what has changed since the application was approved. */
function RowNotes({ row }: { row: PayoutRow }) {
  const { problem, tries, changes } = row;
  if (!problem && changes.length === 0) return <span className="text-muted max-md:hidden">None</span>;
  return (
    <ul className="max-w-96 space-y-1 whitespace-normal">
      {problem && (
        <li className="text-danger">
          {problem}
          {tries > 1 && ` Tried ${pluralize(tries, "time")}.`}
        </li>
      )}
      {changes.map(({ kind, message }) => (
        <li key={kind + message} className="flex gap-1.5 text-warning">
          <TriangleAlert aria-label="Changed since approval" role="img" className="mt-0.5 size-4 shrink-0" />
          {message}
        </li>
      ))}
    </ul>
  );
}
