import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { HiddenColumns } from "@/components/common/table/hidden-columns";
import { Admission } from "@/components/shell/admission";
import { Providers } from "@/components/shell/providers";
import { COLUMNS_COOKIE } from "@/lib/client/preferences";

/** What only signed-in pages need: sign-in stays without the query cache and its bytes. */
export default async function DashboardGroup({ children }: { children: ReactNode }) {
  const jar = await cookies();
  return (
    <Providers>
      <Admission />
      <HiddenColumns cookie={jar.get(COLUMNS_COOKIE)?.value}>{children}</HiddenColumns>
    </Providers>
  );
}
