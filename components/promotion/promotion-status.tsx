"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";

import { promotionNotRunningReason } from "./promotion-words";

const POOL_URL = "/dashboard/wallets/promotions-pool";

/** Shows on every tab why a promotion does not run, and the rest of its budget. */
export function PromotionStatus({ promotion }: { promotion: PromotionDetails }) {
  const cause = promotionNotRunningReason(promotion);
  const isPausedByPool = promotion.state === "paused" && promotion.pause_cause === "pool";
  const isPoolTooLow =
    promotion.state === "active" && promotion.pool < promotion.budget - promotion.spent - promotion.reserved;
  const copiedFrom = promotion.copied_from;
  return (
    <div className="mb-5 space-y-3 empty:hidden">
      {cause && (
        <Alert tone={isPausedByPool ? "danger" : "info"} title={cause}>
          {isPausedByPool && (
            <p className="font-normal">
              The pool has {formatMoney(promotion.pool)} available. Fund it in <PoolLink />, then resume the promotion.
            </p>
          )}
        </Alert>
      )}
      {isPoolTooLow && (
        <Alert tone="warning">
          The promotions pool has {formatMoney(promotion.pool)} available, less than what is left of this budget. Fund
          it in <PoolLink />.
        </Alert>
      )}
      {promotion.budget > 0 && (
        <Card className="p-5">
          <PromotionBudget {...promotion} />
        </Card>
      )}
      {copiedFrom && (
        <p className="text-muted text-sm">
          Copied from{" "}
          <HoverLink
            href={recordUrl("promotion", copiedFrom.id)}
            className="rounded-sm font-semibold text-primary hover:underline"
          >
            {copiedFrom.name}
          </HoverLink>
        </p>
      )}
    </div>
  );
}

function PoolLink() {
  const mayWallet = useAccess(routes.systemWallet.statement);
  if (!mayWallet) return "System Wallet";
  return (
    <HoverLink href={POOL_URL} className="underline underline-offset-2">
      System Wallet
    </HoverLink>
  );
}

type PromotionBudgetProps = Pick<PromotionDetails, "budget" | "spent" | "reserved">;

/** Shows a promotion's budget: spent, reserved for pending payments, and left. */
function PromotionBudget({ budget, spent, reserved }: PromotionBudgetProps) {
  const widthOf = (amountPart: number) => `${Math.min(100, (amountPart / budget) * 100)}%`;
  return (
    <div className="space-y-2">
      <div className="flex h-2.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span className="bg-primary" style={{ width: widthOf(spent) }} />
        <span className="bg-warning" style={{ width: widthOf(reserved) }} />
      </div>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
        <span className="sr-only">Budget: </span>
        <LegendItem look="bg-primary">{formatMoney(spent)} spent</LegendItem>
        <LegendItem look="bg-warning">{formatMoney(reserved)} for payments in progress</LegendItem>
        <LegendItem look="bg-sunken ring-1 ring-control">
          {formatMoney(budget - spent - reserved)} left of {formatMoney(budget)}
        </LegendItem>
      </p>
    </div>
  );
}

const LegendItem = ({ look: classes, children }: { look: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={clsx("size-2 rounded-full", classes)} aria-hidden="true" />
    <span>{children}</span>
  </span>
);
