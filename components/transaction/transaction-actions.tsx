"use client";

import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { routes } from "@/lib/contract/routes";
import type { TransactionSingle } from "@/lib/contract/transaction";
import { titleCase } from "@/lib/format";
import { useMay } from "@/lib/queries/rp";
import { requeryMutation } from "@/lib/queries/transaction";

const loadDialogs = () => import("./transaction-dialogs");
const RefundDialog = lazy(() => loadDialogs().then((module) => ({ default: module.RefundDialog })));
const DisputeDialog = lazy(() => loadDialogs().then((module) => ({ default: module.DisputeDialog })));

/** What the state allows; absent without the right. */
export function TransactionActions({ transaction }: { transaction: TransactionSingle }) {
  const mayUpdate = useMay(routes.transaction.refund);
  const [dialog, setDialog] = useState<"refund" | "dispute" | null>(null);
  const requery = useMutation({
    ...requeryMutation(),
    onSuccess: (after) => toast.success(`The provider says: ${titleCase(after.state).toLowerCase()}.`),
    onError: (error) => void toast.error(error.message),
  });
  if (!mayUpdate) return null;
  const isOpen = transaction.state === "pending" || transaction.state === "processing";
  const canDispute =
    !transaction.awaiting &&
    (transaction.state === "disputed" || (transaction.disputable && transaction.state === "succeeded"));
  const opener = (which: "refund" | "dispute") => ({
    onPointerEnter: () => void loadDialogs(),
    onFocus: () => void loadDialogs(),
    onClick: () => setDialog(which),
  });
  return (
    <>
      {isOpen && transaction.payment_method && (
        <Button busy={requery.isPending} onClick={() => requery.mutate(transaction.id)}>
          Ask the provider again
        </Button>
      )}
      {canDispute && (
        <Button {...opener("dispute")}>{transaction.state === "disputed" ? "End the dispute" : "Dispute"}</Button>
      )}
      {transaction.remaining > 0 && !transaction.awaiting && (
        <Button variant="primary" {...opener("refund")}>
          Refund
        </Button>
      )}
      <Suspense>
        {dialog === "refund" && <RefundDialog transaction={transaction} onClose={() => setDialog(null)} />}
        {dialog === "dispute" && <DisputeDialog transaction={transaction} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}
