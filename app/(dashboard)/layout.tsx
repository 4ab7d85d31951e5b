import type { ReactNode } from "react";
import { PageAccessGate } from "@/components/shell/page-access-gate";
import { Providers } from "@/components/shell/providers";

/** Loads the query cache for signed-in pages only, so that the sign-in page stays small. */
export default function DashboardGroup({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <PageAccessGate />
      {children}
    </Providers>
  );
}
