"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";

type DeleteButtonProps = {
  /** Noun: "category" gives "Delete this category". */
  what: string;
  /** Sentence that says where the record is in use. If set, it replaces the delete button. */
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

/** Asks for confirmation and deletes the record. If it is in use, the dialog shows the API's error, which says where. */
export function SetUpDeleteDialog<T extends { name: string }>(props: DeleteDialogProps<T>) {
  // Deletes only the version that the admin confirmed. A newer version must first be shown in the form.
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
