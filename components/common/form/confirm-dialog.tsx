"use client";

import { type ReactNode, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { errorMessageOf } from "@/lib/client/api-error";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Question that contains the record's name: "Reject Ada Obi's KYC?" */
  title: string;
  consequence: ReactNode;
  /** Label of the confirm button: "Reject". */
  confirmLabel: string;
  /** Label of the cancel button, if not "Cancel". */
  cancelLabel?: string;
  tone?: "primary" | "danger";
  /** Performs the action. The dialog closes when the promise resolves. If it rejects, the dialog stays open and shows the error. */
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
};

/** Asks for confirmation before an action that can't easily be undone. If a reason is needed, use `FormDialog`. */
export function ConfirmDialog({ open, onOpenChange, tone = "primary", onConfirm, ...texts }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (error) {
      setProblem(errorMessageOf(error));
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
      title={texts.title}
      description={texts.consequence}
      size="sm"
      locked={busy}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)} disabled={busy}>
            {texts.cancelLabel ?? "Cancel"}
          </Button>
          <Button variant={tone} busy={busy} onClick={confirm}>
            {texts.confirmLabel}
          </Button>
        </>
      }
    >
      {texts.children}
      {problem && <Alert tone="danger">{problem}</Alert>}
    </Dialog>
  );
}
