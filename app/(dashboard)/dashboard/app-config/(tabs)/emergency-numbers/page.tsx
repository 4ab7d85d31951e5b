import type { Metadata } from "next";
import { EmergencyScreen } from "@/components/app-config/emergency-number-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { emergencyNumbersQuery } from "@/lib/queries/emergency-numbers";

export const metadata: Metadata = { title: "Emergency Numbers" };

export default async function EmergencyNumbersPage() {
  await guard("app-config");
  return (
    <Prefetched queries={[emergencyNumbersQuery()]}>
      <EmergencyScreen />
    </Prefetched>
  );
}
