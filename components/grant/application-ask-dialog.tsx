"use client";

import { useMutation } from "@tanstack/react-query";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { REVIEW_COMMENT_MAX } from "@/lib/contract/grant.values";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { type AskApplicantInput, askApplicantMutation } from "@/lib/queries/grant-applications";
import { applicationStateLabel } from "./grant-words";

const loadSchema = () => import("@/lib/contract/grant-applications").then((module) => module.applicantQuestion);

type Props = { application: ApplicationDetails; draft: string; onClose: () => void };

/** Requests more information from the applicant, who replies in the app, with documents if needed. */
export function ApplicationInfoRequestDialog({ application: initialApplication, draft, onClose }: Props) {
  const { newer, latest: application, captureConflict } = useEditConflict(initialApplication);
  const { mutateAsync } = useMutation(askApplicantMutation());
  return (
    <FormDialog<AskApplicantInput>
      open
      onOpenChange={onClose}
      title={`Ask ${application.applicant.name} for more information?`}
      consequence="The applicant gets your question by mail and answers in the app, with documents if needed."
      submitLabel="Send question"
      schema={loadSchema}
      fixed={{ applicationId: application.id, version: application.version }}
      draft={draft}
      defaultValues={{ question: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success("Your question is sent.");
      }}
    >
      {newer && (
        <CurrentVersionNotice>
          <p>{applicationStateLabel(newer.state)}. Your text is saved.</p>
        </CurrentVersionNotice>
      )}
      <TextAreaField name="question" label="Question" hint="Say what is missing." max={REVIEW_COMMENT_MAX} rows={4} />
    </FormDialog>
  );
}
