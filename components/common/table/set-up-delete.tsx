"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";

type DeleteButtonProps = {
  /** Noun: "category" gives "Delete this category". */
  what: string;
  /** Where it is in use, as a sentence. If set, it is shown instead of the button. */
  inUse?: string;
  onDelete: () => void;
};

/** Renders the delete button of a form. The form renders it only for admins with the right. */
export function SetUpDeleteButton({ what: noun, inUse: usageText, onDelete }: DeleteButtonProps) {
  if (usageText) return <p className="text-sm text-muted">{usageText}</p>;
  return (
    <Button variant="ghost" size="sm" onClick={onDelete}>
      Delete this {noun}
    </Button>
  );
}

type DeleteDialogProps<T> = {
  record: T;
  consequence: string;
  onDelete: (record: T) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for confirmation and deletes. If the record is in use by now, the dialog shows the API's error, which names the place. */
export function SetUpDeleteDialog<T extends { name: string }>(props: DeleteDialogProps<T>) {
  // Deletes the version that the admin confirmed. Another admin's newer version must first be shown in the form.
  const [record] = useState(props.record);
  return (
    <ConfirmDialog
      open
      onOpenChange={props.onClose}
      title={`Delete ${record.name}?`}
      consequence={props.consequence}
      confirmLabel="Delete"
      tone="danger"
      onConfirm={async () => {
        await props.onDelete(record);
        toast.success(`${record.name} is deleted.`);
        props.onDone();
      }}
    />
  );
}
