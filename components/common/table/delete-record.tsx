"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";

type DeleteButtonProps = {
  /** Noun: "category" gives "Delete this category". */
  what: string;
  /** Sentence about where the record is in use. It replaces the delete button. */
  inUse?: string;
  onDelete: () => void;
};

/** Renders the delete button in the form of a record. The form omits it for admins without the right to delete. */
export function DeleteRecordButton({ what: noun, inUse: usageText, onDelete }: DeleteButtonProps) {
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

/** Asks for confirmation and deletes the record. If the record is in use, the dialog shows the API's error, which states where. */
export function DeleteRecordDialog<T extends { name: string }>(props: DeleteDialogProps<T>) {
  // Keeps the version that the admin confirmed, and deletes only that one. A newer version must first be shown in the form.
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
