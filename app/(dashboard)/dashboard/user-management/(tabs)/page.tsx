import type { Metadata } from "next";
import { guard, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { UserAccountsScreen } from "@/components/user/user-accounts-screen";
import { userStatsQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "User Accounts" };

export default async function UserAccountsPage() {
  await guard("user");
  return (
    <PrefetchQueries queries={[userStatsQuery()]}>
      <UserAccountsScreen />
    </PrefetchQueries>
  );
}
