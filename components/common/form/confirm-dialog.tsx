"use client";

import { type ReactNode, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { messageOf } from "@/lib/client/api-error";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the record: "Reject Ada Obi's KYC?" */
  title: string;
  /** What follows from it, in words. */
  consequence: ReactNode;
  /** What the button does: "Reject". */
  confirmLabel: string;
  /** What the other button does, where it is more than to cancel. */
  cancelLabel?: string;
  tone?: "primary" | "danger";
  /** Closes when it is done; what it throws is shown and the dialog stays. */
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
};

/** Asked before what cannot simply be undone. Where a reason is needed, use `FormDialog`. */
export function ConfirmDialog({ open, onOpenChange, tone = "primary", onConfirm, ...words }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setProblem(null);
        onOpenChange(next);
      }}
      title={words.title}
      description={words.consequence}
      size="sm"
      locked={busy}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={busy}>
            {words.cancelLabel ?? "Cancel"}
          </Button>
          <Button variant={tone} busy={busy} onClick={confirm}>
            {words.confirmLabel}
          </Button>
        </>
      }
    >
      {words.children}
      {problem && <Alert tone="danger">{problem}</Alert>}
    </Dialog>
  );
}
