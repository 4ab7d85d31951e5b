import type { Metadata } from "next";
import { AccountScreen } from "@/components/account/account-screen";
import { Prefetched } from "@/components/shell/prefetched";
import { keysQuery } from "@/lib/queries/account";

export const metadata: Metadata = { title: "My account" };

/** Open to every admin who is signed in: it is their own. */
export default function AccountPage() {
  return (
    <Prefetched queries={[keysQuery()]}>
      <AccountScreen />
    </Prefetched>
  );
}
