"use client";

import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { Suspense, useState } from "react";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import { useRecordInUrl } from "@/components/common/table/use-record-in-url";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { RECONCILIATION_ITEM_LIST } from "@/lib/contract/reconciliation.values";
import { RECONCILIATION_SIDE_WORDS } from "@/lib/contract/reconciliation-items.values";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useExportAccess } from "@/lib/queries/exports";
import {
  exportItems,
  reconciliationItemFiguresQuery,
  reconciliationItemListQuery,
} from "@/lib/queries/reconciliation-items";
import { useAccess } from "@/lib/queries/rp";
import { ITEM_COLUMNS } from "./items-columns";
import { ITEM_FACETS } from "./items-facets";
import { RECONCILIATION_URL, ReconciliationTiles } from "./items-tiles";
import { useItemMatching } from "./use-item-matching";

const ItemDrawer = lazyWithPreload(() => import("./item-drawer"), "ItemDrawer");
const ImportDecisionsDialog = lazyWithPreload(() => import("./decisions-dialog"), "ImportDecisionsDialog");

/** Lists unmatched items (exceptions). A filter also shows expected and matched items. Selected items can be matched. */
export function ReconciliationItemsScreen() {
  const list = useListParams(RECONCILIATION_ITEM_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(reconciliationItemListQuery(input));
  const figures = useQuery(reconciliationItemFiguresQuery()).data;
  const exportAccess = useExportAccess(routes.reconciliation.exportItems);
  const mayMatch = useAccess(routes.reconciliation.matchItems);
  const { entry, addressOf, close } = useRecordInUrl("item");
  const [isDeciding, setIsDeciding] = useState(false);
  const matching = useItemMatching();
  const isStarted = figures?.starts_on !== null;
  return (
    <>
      <ReconciliationTiles />
      {matching.collection}
      <DataTable
        label="Reconciliation items"
        columns={ITEM_COLUMNS}
        query={query}
        list={list}
        rowId={(row) => String(row.id)}
        rowHref={(row) => addressOf(String(row.id))}
        searchLabel="Search all states by reference, open items also by narration"
        facets={ITEM_FACETS}
        selection={
          mayMatch
            ? {
                rowName: (row) => `Item ${row.id}, ${RECONCILIATION_SIDE_WORDS[row.side]}, ${formatMoney(row.amount)}`,
                bar: matching.bar,
              }
            : undefined
        }
        actions={
          <>
            {exportAccess && (
              <ExportButton
                {...exportAccess}
                what={["item", "items"]}
                list={query.data}
                filtered={hasSearchOrFilters(list.state)}
                create={(format) => exportItems(input, format)}
              />
            )}
            {mayMatch && (
              <Button
                onPointerEnter={ImportDecisionsDialog.preload}
                onFocus={ImportDecisionsDialog.preload}
                onClick={() => setIsDeciding(true)}
              >
                <FileUp aria-hidden="true" /> Upload decisions
              </Button>
            )}
          </>
        }
        empty={
          isStarted
            ? { text: "There are no exceptions: every due item is matched." }
            : {
                text: "Reconciliation starts with the first bank account.",
                action: <ButtonLink href={`${RECONCILIATION_URL}/accounts`}>Accounts</ButtonLink>,
              }
        }
      />
      {matching.dialog}
      <Suspense>
        {entry && /^\d{1,15}$/.test(entry) && (
          <ItemDrawer key={entry} itemId={Number(entry)} onMatch={matching.match} onClose={close} />
        )}
        {isDeciding && <ImportDecisionsDialog onClose={() => setIsDeciding(false)} />}
      </Suspense>
    </>
  );
}
