import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { StatementScreen } from "@/components/system-wallet/statement-screen";
import { statementParams } from "@/components/system-wallet/wallet-params";
import { accountOf } from "@/components/system-wallet/wallet-words";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { statementQuery, walletAccountsQuery, walletEntryQuery } from "@/lib/queries/system-wallet";

export const metadata: Metadata = { title: "Statement" };

export default async function StatementPage({ params, searchParams }: PageProps<"/dashboard/wallets/[account]">) {
  await guard("system-wallet");
  const account = accountOf((await params).account);
  if (!account) notFound();
  const search = await searchParams;
  const input = { ...toApiInput(parseListParams(statementParams, search)), account };
  const queries = [walletAccountsQuery(), statementQuery(input)];
  const { entry } = search;
  return (
    <Prefetched queries={typeof entry === "string" ? [...queries, walletEntryQuery(entry)] : queries}>
      <StatementScreen account={account} />
    </Prefetched>
  );
}
