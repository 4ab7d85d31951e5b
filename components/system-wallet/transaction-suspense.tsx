"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { readDraft } from "@/lib/client/drafts";
import { routes } from "@/lib/contract/routes";
import { formatMoney, titleCase } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { transactionSuspenseQuery } from "@/lib/queries/system-wallet";
import { clearSuspenseFormDraftName, WALLETS_URL } from "./wallet-words";

const ClearDialog = lazyWithPreload(() => import("./clear-suspense-dialog"), "ClearSuspenseDialog");

type Props = { transactionId: string };

/**
 * Shows a transaction's amount on the suspense account and its manual transfers. Offers to clear that amount by a transfer to or
 * from the user's wallet.
 */
export function TransactionSuspense({ transactionId }: Props) {
  const mayRead = useAccess(routes.systemWallet.transactionSuspense);
  const mayMove = useAccess(routes.systemWallet.createMovement);
  const { data } = useQuery({ ...transactionSuspenseQuery(transactionId), enabled: mayRead });
  const [isClearing, setIsClearing] = useState(false);
  const available = data?.available;
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    if (available !== undefined && readDraft(clearSuspenseFormDraftName(transactionId, available))) setIsClearing(true);
  }, [transactionId, available]);
  // Keeps an open dialog mounted, even if another admin cleared the amount.
  if (!data || (data.available === 0 && data.movements.length === 0 && !isClearing)) return null;
  return (
    <Card className="mb-5">
      <CardHeader
        title="On suspense"
        description={
          data.available > 0
            ? `${formatMoney(data.available)} received for this transaction are in no wallet yet.`
            : data.available < 0
              ? `Suspense is short of ${formatMoney(-data.available)} for this transaction: it was paid out, but not taken from a wallet.`
              : "Nothing of this transaction is left to clear."
        }
        actions={
          data.available !== 0 &&
          mayMove && (
            <Button
              variant="primary"
              onPointerEnter={ClearDialog.preload}
              onFocus={ClearDialog.preload}
              onClick={() => setIsClearing(true)}
            >
              {data.available > 0 ? "Clear to wallet" : "Take back from wallet"}
            </Button>
          )
        }
      />
      {data.movements.length > 0 && (
        <ul className="space-y-1.5 px-5 pb-5 text-sm">
          {data.movements.map(({ id, reference, kind, direction, amount, state }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3">
              <HoverLink href={`${WALLETS_URL}?movement=${id}`} className="rounded-sm text-primary hover:underline">
                {reference}
              </HoverLink>
              {kind === "clear" && direction === "increase" ? "Take back" : titleCase(kind)}{" "}
              <span className="font-medium tabular-nums">{formatMoney(amount)}</span>
              <StatusBadge status={state} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {isClearing && (
          <ClearDialog transactionId={transactionId} available={data.available} onClose={() => setIsClearing(false)} />
        )}
      </Suspense>
    </Card>
  );
}
