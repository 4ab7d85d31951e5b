"use client";

import { Suspense, useEffect, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { draftOf } from "@/lib/client/drafts";
import type { KycSingle } from "@/lib/contract/kyc";
import { noteDraft } from "./kyc-words";

const KycNoteForm = lazyPart(() => import("./kyc-note-form"), "KycNoteForm");

/** What officers write for each other, newest first. */
export function KycNotes({ request, mayWrite }: { request: KycSingle; mayWrite: boolean }) {
  const [writing, setWriting] = useState(false);
  // Back after a session's end: the note stands there as it was left.
  useEffect(() => {
    if (draftOf(noteDraft(request.id))) setWriting(true);
  }, [request.id]);
  return (
    <>
      {request.notes.length > 0 && (
        <ul className="space-y-3 text-sm">
          {request.notes.map(({ id, text, by, at }) => (
            <li key={id}>
              <p className="break-words whitespace-pre-wrap">{text}</p>
              <p className="text-muted">
                {by.name} · <DateTime at={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
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
