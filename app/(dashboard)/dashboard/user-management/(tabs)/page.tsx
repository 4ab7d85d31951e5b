import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { UserAccountsScreen } from "@/components/user/user-accounts-screen";
import { userStatsQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "User Accounts" };

export default async function UserAccountsPage() {
  await requireAccess("user");
  return (
    <PrefetchQueries queries={[userStatsQuery()]}>
      <UserAccountsScreen />
    </PrefetchQueries>
  );
}
