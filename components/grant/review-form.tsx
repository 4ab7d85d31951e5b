"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { TextAreaField } from "@/components/common/form/fields";
import { Form, SubmitButton } from "@/components/common/form/form";
import { NumberField } from "@/components/common/form/number-fields";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import { REVIEW_COMMENT_MAX, SCORE_MAX } from "@/lib/contract/grant.values";
import type { GrantReview } from "@/lib/contract/grant-applications";
import { type SaveGrantReviewInput, saveReviewMutation } from "@/lib/queries/grant-applications";

const loadSchema = () => import("@/lib/contract/grant-applications").then((module) => module.applicationReview);

/** Edits the admin's own score until the other reviewer has submitted a score. The M key focuses the field; Enter saves and leaves the field. */
export function ApplicationReviewForm({ applicationId, own: ownReview }: { applicationId: string; own?: GrantReview }) {
  const { mutateAsync } = useMutation(saveReviewMutation());
  const formRef = useRef<HTMLDivElement>(null);
  const field = () => formRef.current?.querySelector<HTMLInputElement>("input[name=score]");
  const scrollToForm = () => {
    field()?.focus();
    field()?.select();
  };
  useShortcuts("Score", [{ key: "m", label: "My score", run: scrollToForm }]);
  const send = async (input: SaveGrantReviewInput) => {
    // Removes the focus from the field before the response arrives, so that the next key press triggers a shortcut again.
    if (document.activeElement instanceof HTMLElement && formRef.current?.contains(document.activeElement))
      document.activeElement.blur();
    const { are_in: areAllIn } = await mutateAsync(input).catch((error: unknown) => {
      scrollToForm();
      throw error;
    });
    toast.success(areAllIn ? "Your score is saved. Both scores are in." : "Your score is saved.");
  };
  return (
    <div ref={formRef} className="rounded-md border border-border p-3.5">
      <Form<SaveGrantReviewInput>
        schema={loadSchema}
        fixed={{ applicationId }}
        draft={`grant.review:${applicationId}`}
        defaultValues={{ score: ownReview?.score ?? null, comment: ownReview?.comment ?? "" }}
        onSubmit={send}
      >
        <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <NumberField name="score" label="My score" hint={`0 to ${SCORE_MAX}`} maxLength={3} />
          <TextAreaField
            name="comment"
            label="Comment"
            hint="Other reviewers see it once both scores are in. The applicant never does."
            optional
            max={REVIEW_COMMENT_MAX}
            rows={2}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted">
            {ownReview
              ? "You can change it until the other score is in."
              : "Nobody sees it until the other score is in."}
          </p>
          <SubmitButton variant="secondary" size="sm">
            {ownReview ? "Change score" : "Save score"}
          </SubmitButton>
        </div>
      </Form>
    </div>
  );
}
