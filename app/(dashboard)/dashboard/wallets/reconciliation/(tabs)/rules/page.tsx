import type { Metadata } from "next";
import { MatchingRulesScreen } from "@/components/reconciliation/rules/rules-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { reconciliationSettingsQuery } from "@/lib/queries/reconciliation-rules";

export const metadata: Metadata = { title: "Reconciliation rules" };

export default async function ReconciliationRulesPage() {
  await requireAccess("system-wallet");
  return (
    <PrefetchQueries queries={[reconciliationSettingsQuery()]}>
      <MatchingRulesScreen />
    </PrefetchQueries>
  );
}
