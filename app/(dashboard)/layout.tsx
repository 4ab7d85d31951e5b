import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { HiddenColumns } from "@/components/common/table/hidden-columns";
import { PageAccessGate } from "@/components/shell/page-access-gate";
import { Providers } from "@/components/shell/providers";
import { COLUMNS_COOKIE } from "@/lib/client/preferences";

/** Loads the query cache for signed-in pages only, so that the sign-in page stays small. */
export default async function DashboardGroup({ children }: { children: ReactNode }) {
  const cookieStore = await cookies();
  return (
    <Providers>
      <PageAccessGate />
      <HiddenColumns cookie={cookieStore.get(COLUMNS_COOKIE)?.value}>{children}</HiddenColumns>
    </Providers>
  );
}
