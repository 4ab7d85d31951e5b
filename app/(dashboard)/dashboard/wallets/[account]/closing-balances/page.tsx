import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { guard, Prefetched } from "@/components/shell/page";
import { ClosingBalancesScreen } from "@/components/system-wallet/closing-balances-screen";
import { accountOf, CLOSING_DAYS } from "@/components/system-wallet/wallet-words";
import { closingBalancesQuery, walletAccountsQuery } from "@/lib/queries/system-wallet";

export const metadata: Metadata = { title: "Closing balances" };

export default async function ClosingBalancesPage({
  params,
}: PageProps<"/dashboard/wallets/[account]/closing-balances">) {
  const account = accountOf((await params).account);
  if (!account) notFound();
  await guard("system-wallet");
  return (
    <Prefetched queries={[walletAccountsQuery(), closingBalancesQuery(account, CLOSING_DAYS)]}>
      <ClosingBalancesScreen account={account} />
    </Prefetched>
  );
}
