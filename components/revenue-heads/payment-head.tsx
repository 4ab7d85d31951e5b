"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import { routes } from "@/lib/contract/routes";
import { useAccess } from "@/lib/queries/rp";
import { transactionQuery } from "@/lib/queries/transaction";
import { revenueHeadAssignmentDraftName } from "./head-words";

const AssignRevenueHeadDialog = lazyWithPreload(() => import("./assign-dialog"), "AssignRevenueHeadDialog");

/** Shows the revenue head of a tax or levy, with a button that sets or corrects it. Renders nothing for other payments. */
export function PaymentRevenueHead({ transactionId }: { transactionId: string }) {
  const { data } = useQuery(transactionQuery(transactionId));
  const mayAssign = useAccess(routes.revenueHeads.assign);
  const [isOpen, setIsOpen] = useState(false);
  useReopenDraft(revenueHeadAssignmentDraftName(transactionId), () => setIsOpen(true));
  if (data?.type !== "tax_and_levy" || !mayAssign) return null;
  const head = data.revenue_head;
  const action = (
    <Button
      size="sm"
      onPointerEnter={AssignRevenueHeadDialog.preload}
      onFocus={AssignRevenueHeadDialog.preload}
      onClick={() => setIsOpen(true)}
    >
      {head ? "Correct revenue head" : "Set revenue head"}
    </Button>
  );
  return (
    <div className="mb-5">
      {head ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p className="wrap-anywhere">
            Revenue head: {head.code} {head.name}
          </p>
          {action}
        </div>
      ) : (
        <Alert tone="warning" title="This payment has no revenue head" action={action}>
          Without it, nobody knows which ministry gets the money.
        </Alert>
      )}
      <Suspense>{isOpen && <AssignRevenueHeadDialog transaction={data} onClose={() => setIsOpen(false)} />}</Suspense>
    </div>
  );
}
