import type { Metadata } from "next";
import { AccountScreen } from "@/components/account/account-screen";
import { PrefetchQueries } from "@/components/shell/prefetch-queries";
import { ownSignInKeysQuery } from "@/lib/queries/account";
import { noticePreferencesQuery } from "@/lib/queries/notices";

export const metadata: Metadata = { title: "My account" };

/** Account page. Open to every signed-in admin, because it shows only their own account. */
export default function AccountPage() {
  return (
    <PrefetchQueries queries={[ownSignInKeysQuery(), noticePreferencesQuery()]}>
      <AccountScreen />
    </PrefetchQueries>
  );
}
