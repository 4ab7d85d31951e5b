import { cookies } from "next/headers";
import { ShellSkeleton } from "@/components/shell/shell-skeleton";
import { readSidebarMode, SIDEBAR_COOKIE } from "@/lib/client/preferences";

/** While the admin profile and access load (specification section 2). */
export default async function ShellLoading() {
  const jar = await cookies();
  return <ShellSkeleton sidebarMode={readSidebarMode(jar.get(SIDEBAR_COOKIE)?.value)} />;
}
