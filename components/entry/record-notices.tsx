import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import type { StoredDraft } from "@/lib/client/stored-drafts";
import { EntryRestore } from "./entry-restore";

type RecordNoticesProps = {
  form: {
    kept: { offer: StoredDraft | null; closeOffer: () => void };
    restore: (offer: StoredDraft) => void;
    failure: string | null;
  };
  /** Changes that another admin made since the form was opened. */
  conflict: ReactNode;
};

/** Renders above a record's form: unsaved changes of an earlier visit, a conflict, and the error of a save. */
export function RecordNotices({ form: { kept, restore, failure }, conflict }: RecordNoticesProps) {
  const { offer } = kept;
  return (
    <>
      {offer && <EntryRestore offer={offer} onRestore={() => restore(offer)} onDiscard={kept.closeOffer} />}
      {conflict}
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}
