"use client";

import { useWatch } from "react-hook-form";
import { Money } from "@/components/common/money";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import { balanceDelta, type Movement, preselectedAccount, toPostings } from "@/lib/contract/system-wallet.values";
import { titleCase } from "@/lib/format";

/** Previews the balances after a manual transfer, calculated with the function that also posts real transfers. */
export function MovementPreview({ accounts }: { accounts: readonly WalletAccount[] }) {
  const [kind, accountCode, to_account, direction, amount] = useWatch({
    name: ["kind", "account", "to_account", "direction", "amount"],
  });
  const account = preselectedAccount(kind, accountCode);
  const isComplete = account && (kind !== "transfer" || to_account) && (kind !== "adjust" || direction);
  if (typeof amount !== "number" || !amount || !isComplete) return null;
  const postings = toPostings({ kind, account, to_account, direction, amount } as Movement);
  return (
    <dl className="grid gap-y-1 rounded-md bg-sunken px-4 py-3 text-sm" aria-live="polite">
      {postings.map(({ code, amount: postedAmount }) => {
        if (!code) return null;
        const balance = accounts.find((each) => each.account === code)?.balance ?? 0;
        const balanceAfter = balance + balanceDelta(code, postedAmount);
        return (
          <div key={code} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{titleCase(code)}</dt>
            <dd className="font-semibold tabular-nums">
              <Money kobo={balance} /> → <Money kobo={balanceAfter} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
