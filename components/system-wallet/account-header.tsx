"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import { formatMoney, titleCase } from "@/lib/format";
import { walletAccountsQuery } from "@/lib/queries/system-wallet";
import { ACCOUNT_NOTES, accountUrl, WALLETS_URL } from "./wallet-words";

/** Head of an account's pages: what it holds now, and the way between statement and closing balances. */
export function AccountHeader({ account }: { account: SystemAccount }) {
  const { data } = useQuery(walletAccountsQuery());
  const found = data?.items.find((each) => each.account === account);
  const url = accountUrl(account);
  return (
    <>
      <PageHeader
        title={titleCase(account)}
        breadcrumbs={[{ label: "System Wallet", href: WALLETS_URL }]}
        description={`${ACCOUNT_NOTES[account]}.`}
        actions={
          found && (
            <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm md:text-right">
              <div>
                <dt className="text-muted">Balance</dt>
                <dd className="text-xl font-extrabold tabular-nums max-md:text-base">{formatMoney(found.balance)}</dd>
              </div>
              <div>
                <dt className="text-muted">Available</dt>
                <dd className="text-xl font-extrabold tabular-nums max-md:text-base">{formatMoney(found.available)}</dd>
              </div>
            </dl>
          )
        }
      />
      <TabLinks
        label={titleCase(account)}
        tabs={[
          { label: "Statement", href: url },
          { label: "Closing balances", href: `${url}/closing-balances` },
        ]}
      />
    </>
  );
}
