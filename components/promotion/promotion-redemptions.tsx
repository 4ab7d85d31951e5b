"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { ExportButton } from "@/components/common/export/export-button";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { HoverLink } from "@/components/ui/hover-link";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { PROMOTION_REDEMPTION_LIST, REDEMPTION_STATE_WORDS } from "@/lib/contract/promotion.values";
import type { Redemption } from "@/lib/contract/promotion-figures";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { exportRedemptions, redemptionListQuery } from "@/lib/queries/promotion";
import { useAccess } from "@/lib/queries/rp";
import { REDEMPTION_STATE_OPTIONS } from "./promotion-words";

const TRANSACTIONS_URL = "/dashboard/transactions/all";
const USERS_URL = "/dashboard/user-management/users";

const FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "Status", options: REDEMPTION_STATE_OPTIONS },
  { kind: "days", from: "from", to: "to", label: "Date" },
];

const linkIf = (mayOpen: boolean, href: string, text: string) =>
  mayOpen ? (
    <HoverLink href={href} className="text-primary hover:underline">
      {text}
    </HoverLink>
  ) : (
    text
  );

const redemptionColumns = (mayTransaction: boolean, mayOpenUser: boolean): readonly TableColumn<Redemption>[] => [
  {
    id: "transaction",
    header: "Payment",
    width: "12rem",
    cell: ({ transaction }) => linkIf(mayTransaction, `${TRANSACTIONS_URL}/${transaction.id}`, transaction.reference),
  },
  {
    id: "state",
    header: "Status",
    phone: "title",
    cell: (row) => <StatusBadge status={row.state} label={REDEMPTION_STATE_WORDS[row.state]} />,
  },
  { id: "user", header: "User", cell: ({ user }) => linkIf(mayOpenUser, `${USERS_URL}/${user.id}`, user.name) },
  { id: "paid", header: "Payment amount", align: "end", cell: (row) => formatMoney(row.transaction.amount) },
  { id: "amount", header: "Benefit", align: "end", sort: "amount", cell: (row) => formatMoney(row.amount) },
  {
    id: "returned",
    header: "Returned",
    align: "end",
    phone: "hidden",
    cell: (row) => (row.returned > 0 ? formatMoney(row.returned) : "–"),
  },
  { id: "code", header: "Code", cell: (row) => row.code ?? "–" },
  { id: "created_at", header: "Date", sort: "created_at", cell: (row) => <DateTime at={row.created_at} /> },
];

/** Lists the payments that used the promotion, newest first. */
export function PromotionRedemptions({ promotionId }: { promotionId: string }) {
  const list = useListParams(PROMOTION_REDEMPTION_LIST);
  const input = { ...toApiInput(list.state), promotion: promotionId };
  const query = useQuery(redemptionListQuery(input));
  const exportAccess = useExportAccess(routes.promotion.exportRedemptions);
  const columns = redemptionColumns(useAccess(routes.transaction.single), useAccess(routes.user.single));
  return (
    <DataTable
      label="Redemptions"
      columns={columns}
      query={query}
      list={list}
      rowId={(row) => row.id}
      searchLabel="Search by payment, code or user"
      facets={FACETS}
      actions={
        exportAccess && (
          <ExportButton
            {...exportAccess}
            what={["redemption", "redemptions"]}
            list={query.data}
            filtered={hasSearchOrFilters(list.state)}
            create={(format) => exportRedemptions({ ...input, until: query.data?.until }, format)}
          />
        )
      }
      empty={{ text: "Payments that use this promotion appear here." }}
    />
  );
}
