import { describeAmountOnHold } from "@/components/common/on-hold";
import { StatTiles } from "@/components/common/stat-tile";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import { formatMoney, titleCase } from "@/lib/format";
import { balanceToneClass, lowBalanceText, SYSTEM_ACCOUNT_NOTES, systemAccountUrl } from "./wallet-words";

/** Renders each system account's balance and the amount on hold. Each tile links to the account's statement. */
export function SystemAccountTiles({ accounts }: { accounts: readonly WalletAccount[] }) {
  return (
    <StatTiles as="ul" wide className="mb-6">
      {accounts.map((account) => (
        <li key={account.account}>
          <Card className="relative flex h-full flex-col p-4 transition-colors hover:border-control">
            <h2 className="font-bold">
              <HoverLink
                href={systemAccountUrl(account.account)}
                className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-primary"
              >
                {titleCase(account.account)}
              </HoverLink>
            </h2>
            <p className={`mt-2 text-xl font-extrabold tracking-tight tabular-nums ${balanceToneClass(account)}`}>
              {formatMoney(account.balance)}
            </p>
            <p className="mt-1 text-sm text-muted">{describeAmountOnHold(account)}</p>
            <LowBalanceNotice account={account} />
            <p className="mt-auto pt-3 text-xs text-balance text-muted">{SYSTEM_ACCOUNT_NOTES[account.account]}</p>
          </Card>
        </li>
      ))}
    </StatTiles>
  );
}

/** Explains in words why a balance has a warning colour. */
export function LowBalanceNotice({ account }: { account: WalletAccount }) {
  const warning = lowBalanceText(account);
  return warning && <p className={`mt-1 text-sm font-medium ${balanceToneClass(account)}`}>{warning}</p>;
}
