import type { Metadata } from "next";
import { BankAccountsScreen } from "@/components/reconciliation/accounts-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { BANK_STATEMENT_LIST } from "@/lib/contract/reconciliation.values";
import {
  bankAccountsQuery,
  bankStatementListQuery,
  bankStatementQuery,
  statementCoverageQuery,
} from "@/lib/queries/bank-accounts";

export const metadata: Metadata = { title: "Bank accounts" };

export default async function BankAccountsPage({
  searchParams,
}: PageProps<"/dashboard/wallets/reconciliation/accounts">) {
  await requireAccess("system-wallet");
  const search = await searchParams;
  const { statement } = search;
  return (
    <PrefetchQueries
      queries={[
        bankAccountsQuery(),
        statementCoverageQuery({}),
        bankStatementListQuery(toApiInput(await readListState(BANK_STATEMENT_LIST, search))),
        ...(typeof statement === "string" ? [bankStatementQuery(statement)] : []),
      ]}
    >
      <BankAccountsScreen />
    </PrefetchQueries>
  );
}
