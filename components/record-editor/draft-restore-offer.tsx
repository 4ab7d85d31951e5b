"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { StoredDraft } from "@/lib/client/stored-drafts";
import { formatDateTime } from "@/lib/format";

type DraftRestoreOfferProps = { offer: StoredDraft; onRestore: () => void; onDiscard: () => void };

/** Offers to restore unsaved changes of an earlier visit. The fields are locked until the admin restores or discards them. */
export function DraftRestoreOffer({ offer: storedDraft, onRestore, onDiscard }: DraftRestoreOfferProps) {
  return (
    <Alert tone="warning" title={`You have unsaved changes from ${formatDateTime(storedDraft.at)}.`}>
      <p className="font-normal">Restore them to continue, or discard them. The fields are locked until then.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={onRestore}>
          Restore
        </Button>
        <Button size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Alert>
  );
}
