import type { Metadata } from "next";
import { AccessDenied } from "@/components/shell/access-denied";
import { mayReadModule, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { SystemStatusScreen } from "@/components/system-logs/system-status-screen";
import { systemStatusQuery } from "@/lib/queries/system-logs";

export const metadata: Metadata = { title: "System Status" };

export default async function SystemStatusPage() {
  if (!(await mayReadModule("system-logs"))) return <AccessDenied feature="System Logs" />;
  return (
    <PrefetchQueries queries={[systemStatusQuery()]}>
      <SystemStatusScreen />
    </PrefetchQueries>
  );
}
