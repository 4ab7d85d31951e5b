import type { Metadata } from "next";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { Prefetched } from "@/components/shell/page";
import { overviewQuery } from "@/lib/queries/overview";

export const metadata: Metadata = { title: "Dashboard" };

export default function OverviewPage() {
  return (
    <Prefetched queries={[overviewQuery()]}>
      <OverviewScreen />
    </Prefetched>
  );
}
