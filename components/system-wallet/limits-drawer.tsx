"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { FactList } from "@/components/common/fact-list";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { routes } from "@/lib/contract/routes";
import type { LimitsOfTier } from "@/lib/contract/tier-limits";
import { formatDay, formatMoney } from "@/lib/format";
import { useCancelApproval } from "@/lib/queries/approvals";
import { useAccess } from "@/lib/queries/rp";
import { tierLimitsQuery } from "@/lib/queries/system-wallet";
import { TierLimitsDialog } from "./limits-dialog";

/** Shows daily spending and balance limits of user tiers: in force, from later days on, and awaiting approval. */
export function TierLimitsDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(tierLimitsQuery());
  const [toChange, setToChange] = useState<LimitsOfTier | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title="Limits of wallets"
      description="They apply to every payment, transfer, withdrawal and funding of a citizen."
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      <div className="divide-y divide-border">
        {data?.items.map((limits) => (
          <TierSection key={limits.id} limits={limits} onChange={() => setToChange(limits)} />
        ))}
      </div>
      {toChange && <TierLimitsDialog limits={toChange} onClose={() => setToChange(null)} />}
    </Dialog>
  );
}

function TierSection({ limits, onChange }: { limits: LimitsOfTier; onChange: () => void }) {
  const { tier, now, upcoming, awaiting, timeline } = limits;
  const mayChange = useAccess(routes.systemWallet.changeLimits);
  return (
    <section aria-labelledby={`tier-${tier}`} className="space-y-3 py-4 first:pt-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={`tier-${tier}`} className="font-bold">
          Tier {tier}
        </h3>
        {mayChange && !awaiting && (
          <Button size="sm" aria-label={`Change the limits of tier ${tier}`} onClick={onChange}>
            Change
          </Button>
        )}
      </div>
      <FactList facts={limitFacts(now)} />
      {upcoming.map((upcomingLimits) => (
        <div key={upcomingLimits.starts_on} className="rounded-md bg-sunken px-3.5 py-3">
          <p className="mb-1.5 text-sm font-semibold">From {formatDay(upcomingLimits.starts_on)}</p>
          <FactList facts={limitFacts(upcomingLimits)} />
        </div>
      ))}
      {awaiting && <LimitsAwaiting awaiting={awaiting} />}
      {timeline.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-semibold">History</summary>
          <div className="pt-3">
            <Timeline entries={timeline} />
          </div>
        </details>
      )}
    </section>
  );
}

const limitFacts = ({ daily_debit, balance }: Pick<LimitsOfTier["now"], "daily_debit" | "balance">) =>
  [
    ["Daily limit", formatMoney(daily_debit)],
    ["Highest balance", balance === null ? "No limit" : formatMoney(balance)],
  ] as const;

function LimitsAwaiting({ awaiting }: { awaiting: NonNullable<LimitsOfTier["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in System Wallet"
      {...withdrawal}
    />
  );
}
