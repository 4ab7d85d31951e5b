import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { WalletScreen } from "@/components/system-wallet/wallet-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { MOVEMENT_LIST } from "@/lib/contract/system-wallet.values";
import {
  movementListQuery,
  movementQuery,
  openingBalancesQuery,
  walletAccountsQuery,
} from "@/lib/queries/system-wallet";

export const metadata: Metadata = { title: "System Wallet" };

export default async function WalletPage({ searchParams }: PageProps<"/dashboard/wallets">) {
  await requireAccess("system-wallet");
  const search = await searchParams;
  const queries = [
    walletAccountsQuery(),
    movementListQuery(toApiInput(await readListState(MOVEMENT_LIST, search))),
    openingBalancesQuery(),
  ];
  const { movement } = search;
  const isOpen = typeof movement === "string" && movement !== "new";
  return (
    <PrefetchQueries queries={isOpen ? [...queries, movementQuery(movement)] : queries}>
      <WalletScreen />
    </PrefetchQueries>
  );
}
