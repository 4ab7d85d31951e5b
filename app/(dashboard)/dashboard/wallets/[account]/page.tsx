import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { AccountStatementScreen } from "@/components/system-wallet/statement-screen";
import { parseSystemAccount } from "@/components/system-wallet/wallet-words";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { ACCOUNT_STATEMENT_LIST } from "@/lib/contract/ledger.values";
import { accountStatementQuery, ledgerEntryQuery, walletAccountsQuery } from "@/lib/queries/system-wallet";

export const metadata: Metadata = { title: "Statement" };

export default async function StatementPage({ params, searchParams }: PageProps<"/dashboard/wallets/[account]">) {
  await requireAccess("system-wallet");
  const account = parseSystemAccount((await params).account);
  if (!account) notFound();
  const search = await searchParams;
  const input = { ...toApiInput(await readListState(ACCOUNT_STATEMENT_LIST, search)), account };
  const queries = [walletAccountsQuery(), accountStatementQuery(input)];
  const { entry } = search;
  return (
    <PrefetchQueries queries={typeof entry === "string" ? [...queries, ledgerEntryQuery(entry)] : queries}>
      <AccountStatementScreen account={account} />
    </PrefetchQueries>
  );
}
