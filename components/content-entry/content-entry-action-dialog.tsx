"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { toast } from "@/lib/client/toast";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import {
  archiveContentEntryMutation,
  deleteContentEntryMutation,
  withdrawContentEntryMutation,
} from "@/lib/queries/content-entries";
import { CONTENT_ENTRY_ACTION_TEXTS, type ContentEntryAction } from "./content-entry-actions";

type ContentEntryActionDialogProps = {
  kind: ContentEntryKind;
  one: string;
  entry: Pick<ContentEntryRow, "id" | "version" | "title">;
  action: ContentEntryAction;
  /** URL of the page to open after a deletion. */
  back?: string;
  onClose: () => void;
};

/** Asks for confirmation of an action on a content entry, such as withdrawing or deleting, and performs it. */
export function ContentEntryActionDialog({
  kind,
  one: noun,
  entry,
  action,
  back: backUrl,
  onClose,
}: ContentEntryActionDialogProps) {
  const router = useRouter();
  const withdraw = useMutation(withdrawContentEntryMutation(kind));
  const archive = useMutation(archiveContentEntryMutation(kind));
  const remove = useMutation(deleteContentEntryMutation(kind));
  const target = { entryId: entry.id, version: entry.version };
  const runAction = async () => {
    if (action === "delete") {
      await remove.mutateAsync(target);
      if (backUrl) router.push(backUrl);
    } else if (action === "archive" || action === "unarchive")
      await archive.mutateAsync({ ...target, archived: action === "archive" });
    else await withdraw.mutateAsync({ ...target, what: action === "cancel" ? "next" : "all" });
    toast.success(CONTENT_ENTRY_ACTION_TEXTS[action].done);
  };
  const { title, consequence, confirm, tone } = CONTENT_ENTRY_ACTION_TEXTS[action];
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
