"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { FreeText } from "@/components/common/free-text";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { MovementDetails, WalletAccount } from "@/lib/contract/system-wallet";
import { adminLabel, formatMoney, titleCase } from "@/lib/format";
import { useApprovalBalances } from "@/lib/queries/approval-balances";
import { meQuery } from "@/lib/queries/auth";
import { useAccess } from "@/lib/queries/rp";
import { cancelMovementMutation, movementQuery, submitMovementMutation } from "@/lib/queries/system-wallet";
import { MovementDialog } from "./movement-dialog";
import { movementDraftName, systemAccountUrl } from "./wallet-words";

type Props = { movementId: string; accounts: readonly WalletAccount[]; onClose: () => void };

/** Renders a manual transfer: amounts, approval, history, and the actions that its requester can still take. */
export function MovementDrawer({ movementId, accounts, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(movementQuery(movementId));
  const [dialog, setDialog] = useState<DraftDialog | null>(null);
  // Keeps the draft transfer as it was when the dialog opened. If another client submits that draft, the dialog's Delete button
  // must not withdraw the approval request.
  const [draft, setDraft] = useState<MovementDetails | null>(null);
  if (data?.state === "draft" && data !== draft) setDraft(data);
  useReopenDraft(movementDraftName(movementId), () => setDialog("change"));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title={data ? data.reference : "Manual transfer"}
      footer={data?.state === "draft" && <DraftActions movement={data} onChoose={setDialog} />}
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <MovementFacts movement={data} />}
      {draft && dialog && (
        <DraftDialogs movement={draft} dialog={dialog} accounts={accounts} onClose={() => setDialog(null)} />
      )}
    </Dialog>
  );
}

const LINK_CLASS = "rounded-sm text-primary hover:underline";

function MovementFacts({ movement }: { movement: MovementDetails }) {
  const { account, to_account, transaction } = movement;
  return (
    <div className="space-y-6">
      <MovementAwaiting movement={movement} />
      <FactList
        facts={[
          ["State", <StatusBadge key="state" status={movement.state} />],
          ["Kind", titleCase(movement.kind)],
          ["Amount", formatMoney(movement.amount)],
          account !== null && [
            to_account ? "From" : "Account",
            `${titleCase(account)}${movement.direction ? `, ${movement.direction}` : ""}`,
          ],
          to_account !== null && ["To", titleCase(to_account)],
          transaction !== null && [
            movement.kind !== "clear"
              ? "Belongs to"
              : movement.direction === "increase"
                ? "From the wallet of"
                : "To the wallet of",
            transaction.user.name,
          ],
          transaction !== null && ["Transaction", <TransactionLink key="transaction" transaction={transaction} />],
          [
            "Reason",
            <FreeText key="reason" lines>
              {movement.note}
            </FreeText>,
          ],
          movement.external_reference !== "" && [
            "Bank or letter",
            <CopyableText key="bank" value={movement.external_reference} what="the reference" />,
          ],
          [
            "Requested by",
            <span key="requested">
              {adminLabel(movement.requested_by)}, <DateTime at={movement.requested_at} />
            </span>,
          ],
          movement.decided_at !== null && [
            "Decided",
            <span key="decided">
              {movement.decided_by ? `${adminLabel(movement.decided_by)}, ` : ""}
              <DateTime at={movement.decided_at} />
            </span>,
          ],
          movement.entry_id !== null && [
            "Ledger",
            <HoverLink
              key="ledger"
              href={`${systemAccountUrl(account ?? "settlement_float")}?entry=${movement.entry_id}`}
              className={LINK_CLASS}
            >
              Entry with its postings
            </HoverLink>,
          ],
          movement.reverses_entry_id !== null && [
            "Takes back",
            <HoverLink
              key="takes"
              href={`${systemAccountUrl("settlement_float")}?entry=${movement.reverses_entry_id}`}
              className={LINK_CLASS}
            >
              The entry that it reverses
            </HoverLink>,
          ],
        ]}
      />
      <section>
        <h3 className="mb-3 font-bold">History</h3>
        <Timeline entries={movement.timeline} />
      </section>
    </div>
  );
}

function TransactionLink({ transaction: { id, reference } }: { transaction: { id: string; reference: string } }) {
  const mayOpen = useAccess(routes.transaction.single);
  if (!mayOpen) return reference;
  return (
    <HoverLink href={recordUrl("transaction", id)} className={LINK_CLASS}>
      {reference}
    </HoverLink>
  );
}

function MovementAwaiting({ movement }: { movement: MovementDetails }) {
  const me = useQuery(meQuery()).data?.id;
  const { mutate, isPending } = useMutation({
    ...cancelMovementMutation(),
    onError: (error) => void toast.error(error.message),
    onSuccess: () => toast.success("The request was withdrawn."),
  });
  const balances = useApprovalBalances({ approvalId: movement.awaiting?.approvalId ?? "" });
  if (!movement.awaiting) return null;
  return (
    <AwaitingApprovalNotice
      awaiting={movement.awaiting}
      me={me}
      nobody="another admin who may approve in System Wallet"
      balances={balances}
      busy={isPending}
      onWithdraw={() => mutate({ movementId: movement.id, version: movement.version })}
    />
  );
}

type DraftDialog = "change" | "submit" | "drop";

/** Renders the actions of a draft transfer, for the admin who created it. */
function DraftActions({ movement, onChoose }: { movement: MovementDetails; onChoose: (dialog: DraftDialog) => void }) {
  const mayMove = useAccess(routes.systemWallet.updateMovement);
  const isMine = useQuery(meQuery()).data?.id === movement.requested_by.id;
  if (!mayMove || !isMine) return null;
  return (
    <>
      <Button onClick={() => onChoose("drop")}>Drop</Button>
      <Button onClick={() => onChoose("change")}>Change</Button>
      <Button variant="primary" onClick={() => onChoose("submit")}>
        Request approval
      </Button>
    </>
  );
}

type DraftDialogsProps = {
  movement: MovementDetails;
  dialog: DraftDialog;
  accounts: readonly WalletAccount[];
  onClose: () => void;
};

function DraftDialogs({ movement, dialog, accounts, onClose }: DraftDialogsProps) {
  const submit = useKeyedMutation(submitMovementMutation);
  const cancelMovement = useMutation(cancelMovementMutation());
  const movementRef = { movementId: movement.id, version: movement.version };
  if (dialog === "change") return <MovementDialog accounts={accounts} draft={movement} onClose={onClose} />;
  return dialog === "submit" ? (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Request approval of ${movement.reference}?`}
      consequence={`Another admin decides whether ${formatMoney(movement.amount)} move. Until then you can withdraw it.`}
      confirmLabel="Request approval"
      onConfirm={() => submit.mutateAsync(movementRef)}
    />
  ) : (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Discard the draft ${movement.reference}?`}
      consequence="It stays in the list as cancelled and can't be used again."
      confirmLabel="Discard"
      tone="danger"
      onConfirm={() => cancelMovement.mutateAsync(movementRef)}
    />
  );
}
