"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { AwaitingNotice } from "@/components/common/awaiting-notice";
import { CopyButton } from "@/components/common/copy-button";
import { DateTime } from "@/components/common/date-time";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import { draftOf } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { MovementSingle, WalletAccount } from "@/lib/contract/system-wallet";
import { formatMoney, titleCase } from "@/lib/format";
import { useBalances } from "@/lib/queries/approval-balances";
import { meQuery } from "@/lib/queries/auth";
import { useMay } from "@/lib/queries/rp";
import { cancelMovementMutation, movementQuery, submitMovementMutation } from "@/lib/queries/system-wallet";
import { MovementDialog } from "./movement-dialog";
import { accountUrl, movementDraft } from "./wallet-words";

type Props = { movementId: string; accounts: readonly WalletAccount[]; onClose: () => void };

/** One movement: what it moves, who waits for whom, what happened, and what its requester can still do. */
export function MovementDrawer({ movementId, accounts, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(movementQuery(movementId));
  const [dialog, setDialog] = useState<DraftDialog | null>(null);
  // An open question stays, and about the draft, when that was asked for or dropped elsewhere: dropping is not withdrawing.
  const [draft, setDraft] = useState<MovementSingle | null>(null);
  if (data?.state === "draft" && data !== draft) setDraft(data);
  // Back after a session's end: the change that was being typed stands open again.
  useEffect(() => {
    if (draftOf(movementDraft(movementId))) setDialog("change");
  }, [movementId]);
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
      {data && <Facts movement={data} />}
      {draft && dialog && (
        <DraftDialogs movement={draft} dialog={dialog} accounts={accounts} onClose={() => setDialog(null)} />
      )}
    </Dialog>
  );
}

function Facts({ movement }: { movement: MovementSingle }) {
  const { account, to_account } = movement;
  return (
    <div className="space-y-6">
      <Waiting movement={movement} />
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2 text-sm [&_dd]:font-medium [&_dd]:break-words [&_dt]:text-muted">
        <dt>State</dt>
        <dd>
          <StatusBadge status={movement.state} />
        </dd>
        <dt>Kind</dt>
        <dd>{titleCase(movement.kind)}</dd>
        <dt>Amount</dt>
        <dd className="tabular-nums">{formatMoney(movement.amount)}</dd>
        {account && (
          <>
            <dt>{to_account ? "From" : "Account"}</dt>
            <dd>
              {titleCase(account)}
              {movement.direction && `, ${movement.direction}`}
            </dd>
          </>
        )}
        {to_account && (
          <>
            <dt>To</dt>
            <dd>{titleCase(to_account)}</dd>
          </>
        )}
        {movement.transaction && (
          <>
            <dt>
              {movement.kind !== "clear"
                ? "Belongs to"
                : movement.direction === "increase"
                  ? "From the wallet of"
                  : "To the wallet of"}
            </dt>
            <dd>{movement.transaction.user.name}</dd>
            <dt>Transaction</dt>
            <dd>
              <TransactionLink transaction={movement.transaction} />
            </dd>
          </>
        )}
        <dt>Reason</dt>
        <dd className="whitespace-pre-wrap">{movement.note}</dd>
        {movement.external_reference && (
          <>
            <dt>Bank or letter</dt>
            <dd className="-my-1 flex items-center gap-1">
              <span className="min-w-0 break-all">{movement.external_reference}</span>
              <CopyButton value={movement.external_reference} label="Copy the reference" />
            </dd>
          </>
        )}
        <dt>Requested by</dt>
        <dd>
          {movement.requested_by.name}, <DateTime at={movement.requested_at} />
        </dd>
        {movement.decided_at && (
          <>
            <dt>Decided</dt>
            <dd>
              {movement.decided_by ? `${movement.decided_by.name}, ` : ""}
              <DateTime at={movement.decided_at} />
            </dd>
          </>
        )}
        {movement.entry_id && (
          <>
            <dt>Ledger</dt>
            <dd>
              <HoverLink
                href={`${accountUrl(account ?? "settlement_float")}?entry=${movement.entry_id}`}
                className="rounded-sm text-primary hover:underline"
              >
                Entry with its postings
              </HoverLink>
            </dd>
          </>
        )}
        {movement.reverses_entry_id && (
          <>
            <dt>Takes back</dt>
            <dd>
              <HoverLink
                href={`${accountUrl("settlement_float")}?entry=${movement.reverses_entry_id}`}
                className="rounded-sm text-primary hover:underline"
              >
                The entry that it reverses
              </HoverLink>
            </dd>
          </>
        )}
      </dl>
      <section>
        <h3 className="mb-3 font-bold">History</h3>
        <Timeline entries={movement.timeline} actionLabel={actionWords} />
      </section>
    </div>
  );
}

function TransactionLink({ transaction: { id, reference } }: { transaction: { id: string; reference: string } }) {
  const mayOpen = useMay(routes.transaction.single);
  if (!mayOpen) return reference;
  return (
    <HoverLink href={recordUrl("transaction", id)} className="rounded-sm text-primary hover:underline">
      {reference}
    </HoverLink>
  );
}

const ACTIONS: Record<string, string> = {
  "systemWallet.createMovement": "Created",
  "systemWallet.updateMovement": "Changed",
  "systemWallet.submitMovement": "Approval requested",
  "systemWallet.cancelMovement": "Cancelled",
  "systemWallet.reverseEntry": "Reversal requested",
  "approvals.decide": "Decided",
  "approvals.cancel": "Request withdrawn",
  "approvals.expire": "Request expired",
  "rp.setAdminStatus": "Request withdrawn: its admin was suspended",
  "rp.deleteAdmins": "Request withdrawn: its admin was deleted",
};
const actionWords = (action: string) => ACTIONS[action] ?? action;

function Waiting({ movement }: { movement: MovementSingle }) {
  const me = useQuery(meQuery()).data?.id;
  const { mutate, isPending } = useMutation({
    ...cancelMovementMutation(),
    onError: (error) => void toast.error(error.message),
    onSuccess: () => toast.success("The request was withdrawn."),
  });
  const balances = useBalances({ approvalId: movement.awaiting?.approvalId ?? "" });
  if (!movement.awaiting) return null;
  return (
    <AwaitingNotice
      awaiting={movement.awaiting}
      me={me}
      nobody="somebody else who may approve in System Wallet"
      balances={balances}
      busy={isPending}
      onWithdraw={() => mutate({ movementId: movement.id, version: movement.version })}
    />
  );
}

type DraftDialog = "change" | "submit" | "drop";

/** For whoever drafted it. */
function DraftActions({ movement, onChoose }: { movement: MovementSingle; onChoose: (dialog: DraftDialog) => void }) {
  const mayMove = useMay(routes.systemWallet.updateMovement);
  const isMine = useQuery(meQuery()).data?.id === movement.requested_by.id;
  if (!mayMove || !isMine) return null;
  return (
    <>
      <Button onClick={() => onChoose("drop")}>Drop</Button>
      <Button onClick={() => onChoose("change")}>Change</Button>
      <Button variant="primary" onClick={() => onChoose("submit")}>
        Ask for approval
      </Button>
    </>
  );
}

type DraftDialogsProps = {
  movement: MovementSingle;
  dialog: DraftDialog;
  accounts: readonly WalletAccount[];
  onClose: () => void;
};

function DraftDialogs({ movement, dialog, accounts, onClose }: DraftDialogsProps) {
  const [key] = useState(newIdempotencyKey);
  const submit = useMutation(submitMovementMutation(key));
  const drop = useMutation(cancelMovementMutation());
  const of = { movementId: movement.id, version: movement.version };
  if (dialog === "change") return <MovementDialog accounts={accounts} draft={movement} onClose={onClose} />;
  return dialog === "submit" ? (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Request approval of ${movement.reference}?`}
      consequence={`Another admin decides whether ${formatMoney(movement.amount)} move. Until then you can withdraw it.`}
      confirmLabel="Ask for approval"
      onConfirm={() => submit.mutateAsync(of)}
    />
  ) : (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Discard the draft ${movement.reference}?`}
      consequence="It stays in the list as cancelled and can't be taken up again."
      confirmLabel="Discard"
      tone="danger"
      onConfirm={() => drop.mutateAsync(of)}
    />
  );
}
