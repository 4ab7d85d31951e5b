import type { Metadata } from "next";
import { EmergencyNumberScreen } from "@/components/app-config/emergency-number-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { emergencyNumbersQuery } from "@/lib/queries/emergency-numbers";

export const metadata: Metadata = { title: "Emergency Numbers" };

export default async function EmergencyNumbersPage() {
  await requireAccess("app-config");
  return (
    <PrefetchQueries queries={[emergencyNumbersQuery()]}>
      <EmergencyNumberScreen />
    </PrefetchQueries>
  );
}
