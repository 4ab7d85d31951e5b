"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { TextAreaField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import type { KycSingle } from "@/lib/contract/kyc";
import { KYC_NOTE_MAX } from "@/lib/contract/kyc.values";
import { type KycNoteInput, noteKycMutation } from "@/lib/queries/kyc-review";

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycNote);

/** What officers write for each other, newest first. */
export function KycNotes({ request, mayWrite }: { request: KycSingle; mayWrite: boolean }) {
  // A fresh form, and a fresh key, after each note.
  const [written, setWritten] = useState(0);
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
      {mayWrite && <NoteForm key={written} kycId={request.id} onWritten={() => setWritten(written + 1)} />}
    </>
  );
}

function NoteForm({ kycId, onWritten }: { kycId: string; onWritten: () => void }) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(noteKycMutation(idempotencyKey));
  return (
    <Form<KycNoteInput>
      schema={loadSchema}
      fixed={{ kycId }}
      defaultValues={{ text: "" }}
      draft={`kyc.note:${kycId}`}
      onSubmit={async (input) => {
        await mutateAsync(input);
        onWritten();
      }}
      className="mt-4 first:mt-0"
    >
      <TextAreaField name="text" label="New note" max={KYC_NOTE_MAX} rows={2} />
      <SubmitButton variant="secondary" size="sm">
        Add note
      </SubmitButton>
    </Form>
  );
}
