"use client";

import { useMutation } from "@tanstack/react-query";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import {
  type DeclareConflictOfInterestInput,
  declareConflictOfInterestMutation,
} from "@/lib/queries/grant-applications";

const loadSchema = () => import("@/lib/contract/grant-applications").then((module) => module.conflictDeclaration);

type Props = { application: ApplicationDetails; draft: string; onClose: () => void };

/** Declares a conflict of interest, which permanently excludes the admin from reviewing the application. */
export function ConflictOfInterestDialog({ application, draft, onClose }: Props) {
  const { mutateAsync } = useMutation(declareConflictOfInterestMutation());
  return (
    <FormDialog<DeclareConflictOfInterestInput>
      open
      onOpenChange={onClose}
      title={`Declare a conflict of interest about ${application.applicant.name}?`}
      consequence="You can no longer score, decide or pay this application. Before a decision your score is removed. This can't be undone."
      submitLabel="Declare conflict"
      tone="danger"
      schema={loadSchema}
      fixed={{ applicationId: application.id }}
      draft={draft}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success("Your conflict of interest is logged.");
      }}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Such as: a relative, a business partner. Other admins see it; the applicant doesn't."
        max={GRANT_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
