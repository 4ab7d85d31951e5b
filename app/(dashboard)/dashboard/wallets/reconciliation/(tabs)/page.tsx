import type { Metadata } from "next";
import { ReconciliationItemsScreen } from "@/components/reconciliation/items-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { RECONCILIATION_ITEM_LIST } from "@/lib/contract/reconciliation.values";
import {
  reconciliationItemFiguresQuery,
  reconciliationItemListQuery,
  reconciliationItemQuery,
} from "@/lib/queries/reconciliation-items";

export const metadata: Metadata = { title: "Reconciliation" };

export default async function ReconciliationPage({ searchParams }: PageProps<"/dashboard/wallets/reconciliation">) {
  await requireAccess("system-wallet");
  const search = await searchParams;
  const queries = [
    reconciliationItemFiguresQuery(),
    reconciliationItemListQuery(toApiInput(await readListState(RECONCILIATION_ITEM_LIST, search))),
  ];
  const { item } = search;
  const isOpen = typeof item === "string" && /^\d{1,15}$/.test(item);
  return (
    <PrefetchQueries queries={isOpen ? [...queries, reconciliationItemQuery(Number(item))] : queries}>
      <ReconciliationItemsScreen />
    </PrefetchQueries>
  );
}
