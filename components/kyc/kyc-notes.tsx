"use client";

import { Suspense, useState } from "react";
import { NoteList } from "@/components/common/note-list";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import type { KycDetails } from "@/lib/contract/kyc";
import { kycNoteDraftName } from "./kyc-review-words";

const KycNoteForm = lazyWithPreload(() => import("./kyc-note-form"), "KycNoteForm");

/** Lists reviewers' internal notes, newest first. */
export function KycNotes({ request, mayWrite }: { request: KycDetails; mayWrite: boolean }) {
  const [isWriting, setIsWriting] = useState(false);
  useReopenDraft(kycNoteDraftName(request.id), () => setIsWriting(true));
  return (
    <>
      {request.notes.length > 0 && <NoteList notes={request.notes} />}
      {request.notes.length === 0 && !mayWrite && <p className="text-sm text-muted">There are no notes.</p>}
      {mayWrite && (
        <div className="mt-4 first:mt-0">
          {isWriting ? (
            <Suspense>
              <KycNoteForm kycId={request.id} onClose={() => setIsWriting(false)} />
            </Suspense>
          ) : (
            <Button
              size="sm"
              onPointerEnter={KycNoteForm.preload}
              onFocus={KycNoteForm.preload}
              onClick={() => setIsWriting(true)}
            >
              Write a note
            </Button>
          )}
        </div>
      )}
    </>
  );
}
