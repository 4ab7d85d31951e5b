"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { readDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import { routes } from "@/lib/contract/routes";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { isPayoutAccountUndecided, isRequeryable } from "@/lib/contract/transaction.values";
import { useAccess } from "@/lib/queries/rp";
import { providerAnswerText, requeryTransactionMutation } from "@/lib/queries/transaction";

const loadDialogs = () => import("./transaction-dialogs");
const RefundDialog = lazyWithPreload(loadDialogs, "RefundDialog");
const DisputeDialog = lazyWithPreload(loadDialogs, "DisputeDialog");

const PayoutAccountDialog = lazyWithPreload(() => import("./account-dialog"), "PayoutAccountDialog");

const RetryRefundDialog = lazyWithPreload(() => import("./retry-refund-dialog"), "RetryRefundDialog");

const DIALOG_NAMES = ["refund", "dispute", "account", "retry"] as const;
type DialogName = (typeof DIALOG_NAMES)[number];
const draftName = (transactionId: string, dialog: DialogName) => `transaction.${dialog}:${transactionId}`;

/** Renders the actions that the transaction's state allows. Renders nothing for admins who may not update transactions. */
export function TransactionActions({ transaction }: { transaction: TransactionDetails }) {
  const mayUpdate = useAccess(routes.transaction.refund);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const { id } = transaction;
  // Reopens the dialog whose input was saved when the session ended.
  useEffect(() => {
    const unfinished = DIALOG_NAMES.find((each) => readDraft(draftName(id, each)));
    if (unfinished) setDialog(unfinished);
  }, [id]);
  const close = () => setDialog(null);
  const requery = useMutation({
    ...requeryTransactionMutation(),
    onSuccess: (updated) => toast.success(providerAnswerText(updated)),
    onError: (error) => void toast.error(error.message),
  });
  if (!mayUpdate) return null;
  const provider = transaction.payment_method?.provider;
  const hasProvider = provider !== undefined && provider !== "ledger";
  const canDispute =
    !transaction.awaiting &&
    (transaction.state === "disputed" || (transaction.disputable && transaction.state === "succeeded"));
  const opener = (clicked: DialogName) => ({
    onPointerEnter: () => void loadDialogs(),
    onFocus: () => void loadDialogs(),
    onClick: () => setDialog(clicked),
  });
  return (
    <>
      {isRequeryable(transaction.state) && hasProvider && (
        <Button busy={requery.isPending} onClick={() => requery.mutate(transaction.id)}>
          Check status with provider
        </Button>
      )}
      {canDispute && (
        <Button {...opener("dispute")}>{transaction.state === "disputed" ? "Record outcome" : "Dispute"}</Button>
      )}
      {isPayoutAccountUndecided(transaction) && (
        <Button variant="primary" onClick={() => setDialog("account")}>
          Decide about the account
        </Button>
      )}
      {transaction.refused?.can_retry && (
        <Button variant="primary" onClick={() => setDialog("retry")}>
          Try the refund again
        </Button>
      )}
      {transaction.remaining > 0 && !transaction.awaiting && (
        <Button variant="primary" {...opener("refund")}>
          Refund
        </Button>
      )}
      <Suspense>
        {dialog === "refund" && (
          <RefundDialog transaction={transaction} draft={draftName(id, dialog)} onClose={close} />
        )}
        {dialog === "account" && (
          <PayoutAccountDialog transaction={transaction} draft={draftName(id, dialog)} onClose={close} />
        )}
        {dialog === "retry" && (
          <RetryRefundDialog transaction={transaction} draft={draftName(id, dialog)} onClose={close} />
        )}
        {dialog === "dispute" && (
          <DisputeDialog transaction={transaction} draft={draftName(id, dialog)} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
