import type { Metadata } from "next";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { UserAccountsScreen } from "@/components/user/user-accounts-screen";
import { userStatsQuery } from "@/lib/queries/user";

export const metadata: Metadata = { title: "User Accounts" };

export default async function UserAccountsPage() {
  await guard("user");
  return (
    <Prefetched queries={[userStatsQuery()]}>
      <UserAccountsScreen />
    </Prefetched>
  );
}
