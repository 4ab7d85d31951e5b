"use client";

import { useEffect } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { answerDiscardQuestion, guardUnsavedChanges, usePendingDiscard } from "@/lib/client/unsaved-changes";

/** Asks for confirmation before Escape, X, Back or a link closes a form with changes. */
export function DiscardChangesDialogHost() {
  const question = usePendingDiscard();
  useEffect(() => guardUnsavedChanges(), []);
  return (
    <LazyConfirmDialog
      open={question !== null}
      onOpenChange={(open) => !open && answerDiscardQuestion(false)}
      title="Discard changes?"
      consequence="What you typed is not saved."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={async () => answerDiscardQuestion(true)}
    />
  );
}
