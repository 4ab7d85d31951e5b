import type { Metadata } from "next";
import { DayListScreen } from "@/components/reconciliation/days/day-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { RECONCILIATION_DAY_LIST } from "@/lib/contract/reconciliation-days.values";
import { reconciliationDayListQuery } from "@/lib/queries/reconciliation-days";

export const metadata: Metadata = { title: "Days of reconciliation" };

export default async function DaysPage({ searchParams }: PageProps<"/dashboard/wallets/reconciliation/days">) {
  await requireAccess("system-wallet");
  const { q: _search, ...input } = toApiInput(await readListState(RECONCILIATION_DAY_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[reconciliationDayListQuery(input)]}>
      <DayListScreen />
    </PrefetchQueries>
  );
}
