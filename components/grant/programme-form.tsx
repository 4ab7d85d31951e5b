"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ConflictChanges } from "@/components/common/form/current-version";
import { RecordConflictChoice } from "@/components/record-editor/record-conflict";
import { RecordFormNotices } from "@/components/record-editor/record-notices";
import { RecordSaveBar } from "@/components/record-editor/record-save-bar";
import { createDraftSchemaCheck, useRecordDraft } from "@/components/record-editor/use-record-draft";
import { useRecordForm } from "@/components/record-editor/use-record-form";
import { Alert } from "@/components/ui/alert";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { routes } from "@/lib/contract/routes";
import { grantGroupsQuery, updateProgrammeMutation } from "@/lib/queries/grant";
import { useAccess } from "@/lib/queries/rp";
import { draftFromProgramme, programmeDiffFields, programmeInputOf } from "./programme-draft";
import { ProgrammeAboutFields, ProgrammeAwardAndBudgetFields, ProgrammeEligibilityFields } from "./programme-fields";
import { ProgrammeDocumentFields, ProgrammeQuestionFields } from "./programme-questions";

type ProgrammeFormProps = {
  programme: ProgrammeDetails;
  /** Called when the form gains or loses unsaved changes. */
  onDirty: (dirty: boolean) => void;
};

const checkProgrammeDraft = createDraftSchemaCheck(
  () => import("@/lib/contract/grant").then((module) => module.programmeCreation),
  programmeInputOf,
);

/** Edits the details of a programme. The bar below or Ctrl+S saves the details. */
export function ProgrammeForm({ programme, onDirty }: ProgrammeFormProps) {
  const { mutateAsync } = useMutation(updateProgrammeMutation());
  const form = useRecordDraft({
    record: programme,
    name: `programme:${programme.id}`,
    draftFrom: draftFromProgramme,
    check: checkProgrammeDraft,
    save: (values, { version }) => mutateAsync({ ...values, programmeId: programme.id, version }),
  });
  const mayUpdate = useAccess(routes.grant.updateProgramme);
  const groups = useQuery(grantGroupsQuery()).data?.items ?? (programme.group ? [programme.group] : []);
  const isCompleted = programme.state === "completed";
  const readOnly = !mayUpdate || isCompleted || form.kept.offer !== null;
  useRecordForm(form, onDirty);

  const fields = {
    draft: form.draft,
    change: form.change,
    problem: form.problem,
    readOnly,
    areTermsPublished: programme.state !== "draft",
  };
  return (
    <>
      <div className="mb-5 space-y-3 empty:hidden">
        <RecordFormNotices
          form={form}
          conflict={
            form.theirs && (
              <RecordConflictChoice form={form}>
                <ConflictChanges
                  facts={programmeDiffFields(form.base)}
                  base={form.base}
                  newer={draftFromProgramme(form.theirs)}
                />
              </RecordConflictChoice>
            )
          }
        />
        {!mayUpdate && <Alert>You can read this programme, but you don't have the right to change it.</Alert>}
        {mayUpdate && fields.areTermsPublished && !isCompleted && (
          <Alert>
            Amounts, eligibility and questions can't be changed, because applicants have seen them. Make a copy to
            change them.
          </Alert>
        )}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="space-y-5">
          <ProgrammeAboutFields {...fields} />
          <ProgrammeEligibilityFields {...fields} groups={groups} />
        </div>
        <div className="space-y-5">
          <ProgrammeAwardAndBudgetFields {...fields} pool={programme.pool} />
          <ProgrammeQuestionFields {...fields} />
          <ProgrammeDocumentFields {...fields} />
        </div>
      </div>
      {mayUpdate && !isCompleted && <RecordSaveBar name="This programme" form={form} readOnly={readOnly} />}
    </>
  );
}
