"use client";

import { useEffect, useRef, useState } from "react";
import { Form, SubmitButton } from "@/components/common/form/form";
import { MENTION_HINT, MentionField } from "@/components/common/form/mention-field";
import { Button } from "@/components/ui/button";
import { confirmDiscard, type DiscardQuestionScope, DiscardQuestionScopeContext } from "@/lib/client/unsaved-changes";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { KYC_NOTE_MAX } from "@/lib/contract/kyc.values";
import { type AddKycNoteInput, addKycNoteMutation } from "@/lib/queries/kyc-review";
import { useMentionableAdmins } from "@/lib/queries/note-readers";
import { kycNoteDraftName } from "./kyc-review-words";

const loadSchema = () => import("@/lib/contract/kyc").then((module) => module.kycNote);

/** Edits a new note on an identity request, in place of the button that opens the form. */
export function KycNoteForm({ kycId, onClose }: { kycId: string; onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(addKycNoteMutation);
  const mentions = useMentionableAdmins({ type: "kyc" });
  const element = useRef<HTMLDivElement>(null);
  const [forms] = useState<DiscardQuestionScope>(() => new Set());
  useEffect(() => element.current?.querySelector("textarea")?.focus(), []);
  return (
    <div ref={element}>
      <DiscardQuestionScopeContext value={forms}>
        <Form<AddKycNoteInput>
          schema={loadSchema}
          fixed={{ kycId }}
          defaultValues={{ text: "" }}
          draft={kycNoteDraftName(kycId)}
          onSubmit={async (input) => {
            await mutateAsync(input);
            onClose();
          }}
        >
          <MentionField name="text" label="New note" hint={MENTION_HINT} max={KYC_NOTE_MAX} rows={2} {...mentions} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="secondary" size="sm">
              Add note
            </SubmitButton>
            <Button variant="ghost" size="sm" onClick={() => confirmDiscard(onClose, forms)}>
              Cancel
            </Button>
          </div>
        </Form>
      </DiscardQuestionScopeContext>
    </div>
  );
}
