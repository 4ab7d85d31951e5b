"use client";

import { Suspense, useState } from "react";
import { NoteList } from "@/components/common/note-list";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useLeftDraft } from "@/lib/client/use-left-draft";
import type { KycSingle } from "@/lib/contract/kyc";
import { noteDraft } from "./kyc-words";

const KycNoteForm = lazyPart(() => import("./kyc-note-form"), "KycNoteForm");

/** What officers write for each other, newest first. */
export function KycNotes({ request, mayWrite }: { request: KycSingle; mayWrite: boolean }) {
  const [writing, setWriting] = useState(false);
  useLeftDraft(noteDraft(request.id), () => setWriting(true));
  return (
    <>
      {request.notes.length > 0 && <NoteList notes={request.notes} />}
      {request.notes.length === 0 && !mayWrite && <p className="text-sm text-muted">There are no notes.</p>}
      {mayWrite && (
        <div className="mt-4 first:mt-0">
          {writing ? (
            <Suspense>
              <KycNoteForm kycId={request.id} onClose={() => setWriting(false)} />
            </Suspense>
          ) : (
            <Button
              size="sm"
              onPointerEnter={KycNoteForm.preload}
              onFocus={KycNoteForm.preload}
              onClick={() => setWriting(true)}
            >
              Write a note
            </Button>
          )}
        </div>
      )}
    </>
  );
}
