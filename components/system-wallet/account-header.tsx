"use client";

import { useQuery } from "@tanstack/react-query";
import { Money } from "@/components/common/money";
import { amountOnHold } from "@/components/common/on-hold";
import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import { titleCase } from "@/lib/format";
import { walletAccountsQuery } from "@/lib/queries/system-wallet";
import { LowBalanceNotice } from "./account-tiles";
import { balanceToneClass, SYSTEM_ACCOUNT_NOTES, systemAccountUrl, WALLETS_URL } from "./wallet-words";

/** Renders the header of a system account's pages: balance, amount on hold, and links to statement and closing balances. */
export function SystemAccountHeader({ account }: { account: SystemAccount }) {
  const { data } = useQuery(walletAccountsQuery());
  const accountData = data?.items.find((each) => each.account === account);
  const url = systemAccountUrl(account);
  return (
    <>
      <PageHeader
        title={titleCase(account)}
        breadcrumbs={[{ label: "System Wallet", href: WALLETS_URL }]}
        description={`${SYSTEM_ACCOUNT_NOTES[account]}.`}
        actions={
          accountData && (
            <div className="md:text-right">
              <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm md:justify-end">
                {accountFigures(accountData).map(([label, kobo]) => (
                  <div key={label}>
                    <dt className="text-muted">{label}</dt>
                    <dd
                      className={`text-xl font-extrabold tabular-nums max-md:text-base ${label === "Balance" ? balanceToneClass(accountData) : ""}`}
                    >
                      <Money kobo={kobo} />
                    </dd>
                  </div>
                ))}
              </dl>
              <LowBalanceNotice account={accountData} />
            </div>
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

/** Lists a system account's balance and amount on hold, and the available amount if that differs from the balance. */
const accountFigures = (account: WalletAccount): [string, number][] => [
  ["Balance", account.balance],
  ["On hold", amountOnHold(account)],
  ...(amountOnHold(account) === 0 ? [] : ([["Available", account.available]] as [string, number][])),
];
