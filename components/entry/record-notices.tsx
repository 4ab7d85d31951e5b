import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import type { KeptDraft } from "@/lib/client/kept-drafts";
import { EntryRestore } from "./entry-restore";

type RecordNoticesProps = {
  form: {
    kept: { offer: KeptDraft | null; settle: () => void };
    restore: (offer: KeptDraft) => void;
    failure: string | null;
  };
  /** What somebody else made of the record in the meantime. */
  conflict: ReactNode;
};

/** Above a record's form: what was typed and not saved before, what somebody else saved since, why a save was refused. */
export function RecordNotices({ form: { kept, restore, failure }, conflict }: RecordNoticesProps) {
  const { offer } = kept;
  return (
    <>
      {offer && <EntryRestore offer={offer} onRestore={() => restore(offer)} onDiscard={kept.settle} />}
      {conflict}
      {failure && <Alert tone="danger">{failure}</Alert>}
    </>
  );
}
