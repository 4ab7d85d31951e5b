"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";

type DeleteButtonProps = {
  /** "category": the button reads "Delete this category". */
  what: string;
  /** Where it is in use, in words; then it can't be deleted, and this says so. */
  inUse?: string;
  onDelete: () => void;
};

/** Absent for anyone who may not delete: that is asked by the form that has it. */
export function SetUpDeleteButton({ what, inUse, onDelete }: DeleteButtonProps) {
  if (inUse) return <p className="text-sm text-muted">{inUse}</p>;
  return (
    <Button variant="ghost" size="sm" onClick={onDelete}>
      Delete this {what}
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

/** Asks, and deletes. The refusal of one that came into use in the meantime stands in it, and says where that is. */
export function SetUpDeleteDialog<T extends { name: string }>(props: DeleteDialogProps<T>) {
  // What was asked about: what somebody else made of it is deleted only after the form has shown it.
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
