import type { ReactNode } from "react";
import { PageAccessGate } from "@/components/shell/page-access-gate";
import { Providers } from "@/components/shell/providers";

/** Provides the query cache. Wraps only signed-in pages, so that the sign-in page does not load the query library. */
export default function DashboardGroup({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <PageAccessGate />
      {children}
    </Providers>
  );
}
