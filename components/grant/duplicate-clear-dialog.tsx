"use client";

import { useMutation } from "@tanstack/react-query";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import type { ApplicationDetails, GrantDuplicates } from "@/lib/contract/grant-applications";
import { type ClearDuplicatesInput, clearDuplicatesMutation } from "@/lib/queries/grant-applications";
import { duplicateLabel } from "./grant-words";

const loadSchema = () => import("@/lib/contract/grant-applications").then((module) => module.duplicatesClearance);

type Props = {
  application: ApplicationDetails;
  duplicates: GrantDuplicates;
  draft: string;
  onClose: () => void;
};

const duplicateReferences = ({ items }: GrantDuplicates) => [
  ...new Set(items.flatMap(({ applications }) => applications.map(({ reference }) => reference))),
];

/** Confirms with a reason that the applications flagged as duplicates were submitted by other people. */
export function ClearDuplicatesDialog({ application, duplicates: initialDuplicates, draft, onClose }: Props) {
  // Compares `mark` too, which identifies the set of matches: a change to another application can add a match without a new version
  // of this application.
  const {
    newer,
    latest: duplicates,
    captureConflict,
  } = useEditConflict(initialDuplicates, ({ version, mark }) => `${version} ${mark}`);
  const { mutateAsync } = useMutation(clearDuplicatesMutation());
  const others = duplicateReferences(duplicates);
  return (
    <FormDialog<ClearDuplicatesInput>
      open
      onOpenChange={onClose}
      title={`Is ${application.applicant.name} another person?`}
      consequence={
        <>
          {others.slice(0, 5).join(", ")}
          {others.length > 5 && ` and ${others.length - 5} more`}: you confirm that none of them is the same person. The
          application can then be approved. A new match flags it again.
        </>
      }
      submitLabel="Not the same person"
      schema={loadSchema}
      fixed={{ applicationId: application.id, version: duplicates.version, mark: duplicates.mark }}
      draft={draft}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success(`${application.reference}: confirmed as not the same person.`);
      }}
    >
      {newer && (
        <CurrentVersionNotice>
          <p>{newer.items.map(({ kind }) => duplicateLabel(kind)).join(", ") || "No duplicates are found now."}</p>
        </CurrentVersionNotice>
      )}
      <TextAreaField
        name="reason"
        label="Reason"
        hint="How you know, such as: twins, seen in person; two traders share one phone."
        max={GRANT_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
