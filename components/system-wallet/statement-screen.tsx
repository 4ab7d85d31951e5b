"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import { accountStatementColumns, accountStatementFacets } from "@/components/common/table/statement";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import { ACCOUNT_STATEMENT_LIST } from "@/lib/contract/ledger.values";
import { idFilter } from "@/lib/contract/list.values";
import { routes } from "@/lib/contract/routes";
import type { AccountStatementRow } from "@/lib/contract/system-wallet";
import { titleCase } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import { accountStatementQuery, exportAccountStatement } from "@/lib/queries/system-wallet";
import { SystemAccountHeader } from "./account-header";
import { LEDGER_ENTRY_KIND_OPTIONS } from "./wallet-words";

const LedgerEntryDrawer = lazyWithPreload(() => import("./ledger-entry-drawer"), "LedgerEntryDrawer");

const FACETS = accountStatementFacets(LEDGER_ENTRY_KIND_OPTIONS);
const STATEMENT_COLUMNS = accountStatementColumns<AccountStatementRow>((row) => (
  <span className="inline-flex max-w-140 items-center gap-2">
    <span className="truncate max-md:whitespace-normal" title={row.description}>
      {row.description}
    </span>
    {row.is_reversed && <Badge>Reversed</Badge>}
  </span>
));

/** Lists a system account's postings with the balance after each, newest first. Each row opens its ledger entry. */
export function AccountStatementScreen({ account }: { account: SystemAccount }) {
  const list = useListParams(ACCOUNT_STATEMENT_LIST);
  const input = { ...toApiInput(list.state), account };
  const query = useQuery(accountStatementQuery(input));
  const exportAccess = useExportAccess(routes.systemWallet.exportStatement);
  const { entry, addressOf, close } = useRecordInUrl("entry");
  return (
    <>
      <SystemAccountHeader account={account} />
      <DataTable
        label={`Statement of ${titleCase(account).toLowerCase()}`}
        columns={STATEMENT_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => row.id}
        rowHref={(row) => addressOf(row.entry_id)}
        searchLabel="Search by reference"
        facets={FACETS}
        actions={
          exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["posting", "postings"]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportAccountStatement({ ...input, until: query.data?.until }, format)}
              createPdf={() => exportAccountStatement(input, "pdf")}
            />
          )
        }
        empty={{
          text: "Postings of this account appear here.",
          action: <ButtonLink href="/dashboard/wallets">System wallets</ButtonLink>,
        }}
      />
      <Suspense>
        {entry && idFilter(entry) && (
          <LedgerEntryDrawer key={entry} entryId={entry} addressOf={addressOf} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
