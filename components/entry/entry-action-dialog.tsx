"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { toast } from "@/lib/client/toast";
import type { EntryRow } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import { archiveEntryMutation, deleteEntryMutation, withdrawEntryMutation } from "@/lib/queries/entries";
import { ENTRY_ACTION_TEXTS, type EntryAction } from "./entry-actions";

type EntryActionDialogProps = {
  kind: EntryKind;
  one: string;
  entry: Pick<EntryRow, "id" | "version" | "title">;
  action: EntryAction;
  /** URL of the page to open after a deletion. */
  back?: string;
  onClose: () => void;
};

/** Asks for confirmation of an action on a content entry, such as withdrawing or deleting, and performs it. */
export function EntryActionDialog({ kind, one: noun, entry, action, back: backUrl, onClose }: EntryActionDialogProps) {
  const router = useRouter();
  const withdraw = useMutation(withdrawEntryMutation(kind));
  const archive = useMutation(archiveEntryMutation(kind));
  const remove = useMutation(deleteEntryMutation(kind));
  const target = { entryId: entry.id, version: entry.version };
  const runAction = async () => {
    if (action === "delete") {
      await remove.mutateAsync(target);
      if (backUrl) router.push(backUrl);
    } else if (action === "archive" || action === "unarchive")
      await archive.mutateAsync({ ...target, archived: action === "archive" });
    else await withdraw.mutateAsync({ ...target, what: action === "cancel" ? "next" : "all" });
    toast.success(ENTRY_ACTION_TEXTS[action].done);
  };
  const { title, consequence, confirm, tone } = ENTRY_ACTION_TEXTS[action];
  return (
    <LazyConfirmDialog
      open
      onOpenChange={onClose}
      title={title(entry.title ? `“${entry.title}”` : `this ${noun}`)}
      consequence={consequence}
      confirmLabel={confirm}
      tone={tone}
      onConfirm={runAction}
    />
  );
}
