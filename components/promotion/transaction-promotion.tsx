"use client";

import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { REDEMPTION_STATE_WORDS } from "@/lib/contract/promotion.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatMoney } from "@/lib/format";
import { transactionRedemptionQuery } from "@/lib/queries/promotion";
import { useAccess } from "@/lib/queries/rp";

/** Shows on a transaction's page the promotion that reduced its price. Renders nothing if there is none. */
export function TransactionPromotion({ transactionId }: { transactionId: string }) {
  const mayRead = useAccess(routes.promotion.redemptions);
  const { data, error, isFetching, refetch } = useQuery({
    ...transactionRedemptionQuery(transactionId),
    enabled: mayRead,
  });
  if (!data && error)
    return (
      <Card className="mb-5">
        <CardHeader title="Promotion" />
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      </Card>
    );
  const redemption = data?.items[0];
  if (!redemption) return null;
  const { promotion, state, kind, amount, returned, code } = redemption;
  return (
    <Card className="mb-5">
      <CardHeader title="Promotion" />
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-border px-5 py-2.5 text-sm">
        <HoverLink
          href={recordUrl("promotion", promotion.id)}
          className="rounded-sm font-semibold text-primary hover:underline"
        >
          {promotion.name}
        </HoverLink>
        <StatusBadge status={state} label={REDEMPTION_STATE_WORDS[state]} />
        {code !== null && <span className="text-muted">Code {code}</span>}
        <span className="tabular-nums">
          {formatMoney(amount)} {kind === "cashback" ? "cashback" : "discount"}
          {returned > 0 && `, ${formatMoney(returned)} of it returned to the pool`}
        </span>
      </p>
    </Card>
  );
}
