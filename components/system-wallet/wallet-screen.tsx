"use client";

import { useQuery } from "@tanstack/react-query";
import { Gauge, Landmark, Plus, Scale } from "lucide-react";
import { Suspense } from "react";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { ExportButton } from "@/components/common/export/export-button";
import { PageHeader } from "@/components/common/page-header";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { idFilter } from "@/lib/contract/list.values";
import { routes } from "@/lib/contract/routes";
import type { MovementRow } from "@/lib/contract/system-wallet";
import { MOVEMENT_LIST } from "@/lib/contract/system-wallet.values";
import { formatMoney, titleCase } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { useAccess } from "@/lib/queries/rp";
import {
  exportMovements,
  movementListQuery,
  openingBalancesQuery,
  walletAccountsQuery,
} from "@/lib/queries/system-wallet";
import { SystemAccountTiles } from "./account-tiles";
import { VerifyLedgerButton } from "./verify-ledger-button";
import {
  MOVEMENT_KIND_OPTIONS,
  MOVEMENT_STATE_OPTIONS,
  RECONCILIATION_URL,
  SYSTEM_ACCOUNT_OPTIONS,
} from "./wallet-words";

const TierLimitsDrawer = lazyWithPreload(() => import("./limits-drawer"), "TierLimitsDrawer");
const MovementDialog = lazyWithPreload(() => import("./movement-dialog"), "MovementDialog");
const OpeningBalancesDrawer = lazyWithPreload(() => import("./opening-balances-drawer"), "OpeningBalancesDrawer");
const MovementDrawer = lazyWithPreload(() => import("./movement-drawer"), "MovementDrawer");

const FACETS: readonly Facet[] = [
  { kind: "choices", key: "state", label: "State", options: MOVEMENT_STATE_OPTIONS },
  { kind: "choices", key: "kind", label: "Kind", options: MOVEMENT_KIND_OPTIONS },
  { kind: "choices", key: "account", label: "Account", options: SYSTEM_ACCOUNT_OPTIONS },
  { kind: "days", from: "from", to: "to", label: "When" },
  { kind: "days", from: "posted_from", to: "posted_to", label: "Posted" },
];

const MOVEMENT_COLUMNS: readonly TableColumn<MovementRow>[] = [
  { id: "reference", header: "Reference", cell: (row) => row.reference, width: "8rem" },
  { id: "kind", header: "Kind", cell: (row) => titleCase(row.kind) },
  {
    id: "account",
    header: "Account",
    cell: (row) =>
      row.account ? (
        <>
          {titleCase(row.account)}
          {row.to_account && ` to ${titleCase(row.to_account).toLowerCase()}`}
          {row.transaction && (
            <span className="block text-muted">
              {row.kind === "clear" && (row.direction === "increase" ? "from " : "to ")}
              {row.transaction.user.name}, {row.transaction.reference}
            </span>
          )}
        </>
      ) : (
        <span className="text-muted">See entry</span>
      ),
  },
  { id: "amount", header: "Amount", sort: "amount", align: "end", cell: (row) => formatMoney(row.amount) },
  { id: "state", header: "State", cell: (row) => <StatusBadge status={row.state} />, phone: "title" },
  { id: "requested_by", header: "Requested by", cell: (row) => <AdminName admin={row.requested_by} /> },
  {
    id: "requested_at",
    header: "When",
    sort: "requested_at",
    cell: (row) => <DateTime at={row.requested_at} />,
    phone: "hidden",
  },
];

/** Shows the balances of the system accounts, and the list of manual transfers. */
export function WalletScreen() {
  const accounts = useQuery(walletAccountsQuery());
  const list = useListParams(MOVEMENT_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(movementListQuery(input));
  const exportAccess = useExportAccess(routes.systemWallet.exportMovements);
  const mayMove = useAccess(routes.systemWallet.createMovement);
  const { entry, addressOf, open, close } = useRecordInUrl("movement");
  const limits = useRecordInUrl("limits");
  const balances = useRecordInUrl("balances");
  const hasBalances = Boolean(useQuery(openingBalancesQuery()).data?.items.length);
  return (
    <>
      <PageHeader
        title="System Wallet"
        description="One double-entry ledger: every movement has two sides that sum to zero."
        actions={
          <>
            <ButtonLink href={RECONCILIATION_URL}>
              <Scale aria-hidden="true" /> Reconciliation
            </ButtonLink>
            <Button
              onPointerEnter={TierLimitsDrawer.preload}
              onFocus={TierLimitsDrawer.preload}
              onClick={() => limits.open("open")}
            >
              <Gauge aria-hidden="true" /> Limits of wallets
            </Button>
            {hasBalances && (
              <Button
                onPointerEnter={OpeningBalancesDrawer.preload}
                onFocus={OpeningBalancesDrawer.preload}
                onClick={() => balances.open("open")}
              >
                <Landmark aria-hidden="true" /> Opening balances
              </Button>
            )}
            <VerifyLedgerButton />
          </>
        }
      />
      {accounts.data ? (
        <SystemAccountTiles accounts={accounts.data.items} />
      ) : (
        accounts.error && (
          <Card className="mb-5">
            <LoadFailed message={accounts.error.message} busy={accounts.isFetching} onRetry={accounts.refetch} />
          </Card>
        )
      )}
      <h2 className="mb-3 text-lg font-bold">Manual transfers</h2>
      <DataTable
        label="Movements"
        columns={MOVEMENT_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.id)}
        searchLabel="Search by reference of movement or transaction"
        facets={FACETS}
        actions={
          <>
            {exportAccess && (
              <ExportButton
                {...exportAccess}
                what={["manual transfer", "manual transfers"]}
                list={query.data}
                filtered={hasSearchOrFilters(list.state)}
                create={(format) => exportMovements({ ...input, until: query.data?.until }, format)}
              />
            )}
            {mayMove && (
              <Button
                variant="primary"
                onPointerEnter={MovementDialog.preload}
                onFocus={MovementDialog.preload}
                onClick={() => open("new")}
              >
                <Plus aria-hidden="true" /> New manual transfer
              </Button>
            )}
          </>
        }
        empty={{
          text: "Manual transfers appear here: money that is funded, withdrawn, transferred, adjusted or cleared.",
        }}
      />
      <Suspense>
        {limits.entry !== null && <TierLimitsDrawer onClose={limits.close} />}
        {balances.entry !== null && <OpeningBalancesDrawer onClose={balances.close} />}
        {entry === "new" && mayMove && <MovementDialog accounts={accounts.data?.items ?? []} onClose={close} />}
        {entry && idFilter(entry) && (
          <MovementDrawer key={entry} movementId={entry} accounts={accounts.data?.items ?? []} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
