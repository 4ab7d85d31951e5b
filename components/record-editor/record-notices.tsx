import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import type { StoredDraft } from "@/lib/client/stored-drafts";
import { DraftRestoreOffer } from "./draft-restore-offer";

type RecordNoticesProps = {
  form: {
    kept: { offer: StoredDraft | null; closeOffer: () => void };
    restore: (offer: StoredDraft) => void;
    failure: string | null;
  };
  /** List of the other admin's changes after an edit conflict. */
  conflict: ReactNode;
};

/** Renders notices above a record's form: an offer of unsaved changes, an edit conflict, and the error of a save. */
export function RecordFormNotices({ form: { kept, restore, failure }, conflict }: RecordNoticesProps) {
  const { offer } = kept;
  return (
    <>
      {offer && <DraftRestoreOffer offer={offer} onRestore={() => restore(offer)} onDiscard={kept.closeOffer} />}
      {conflict}
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}
