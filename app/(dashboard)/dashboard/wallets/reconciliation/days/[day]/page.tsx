import type { Metadata } from "next";
import { DayScreen } from "@/components/reconciliation/days/day-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { reconciliationDayQuery } from "@/lib/queries/reconciliation-days";

export const metadata: Metadata = { title: "Day of reconciliation" };

export default async function DayPage({ params }: PageProps<"/dashboard/wallets/reconciliation/days/[day]">) {
  await requireAccess("system-wallet");
  const { day } = await params;
  return (
    <PrefetchQueries required={reconciliationDayQuery(day)}>
      <DayScreen key={day} day={day} />
    </PrefetchQueries>
  );
}
