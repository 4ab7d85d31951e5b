import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { ClosingBalancesScreen } from "@/components/system-wallet/closing-balances-screen";
import { parseSystemAccount } from "@/components/system-wallet/wallet-words";
import { readDateRange } from "@/lib/client/list-params";
import { closingBalancesQuery, walletAccountsQuery } from "@/lib/queries/system-wallet";

export const metadata: Metadata = { title: "Closing balances" };

export default async function ClosingBalancesPage({
  params,
  searchParams,
}: PageProps<"/dashboard/wallets/[account]/closing-balances">) {
  await requireAccess("system-wallet");
  const account = parseSystemAccount((await params).account);
  if (!account) notFound();
  const search = await searchParams;
  return (
    <PrefetchQueries
      queries={[walletAccountsQuery(), closingBalancesQuery({ account, ...readDateRange((name) => search[name]) })]}
    >
      <ClosingBalancesScreen account={account} />
    </PrefetchQueries>
  );
}
