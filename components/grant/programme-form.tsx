"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { WhatChanged } from "@/components/common/form/current-version";
import { problemAt } from "@/components/entry/entry-draft";
import { goToField } from "@/components/entry/entry-field";
import { EntryRestore } from "@/components/entry/entry-restore";
import { RecordSaveBar } from "@/components/entry/record-save-bar";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { ProgrammeSingle } from "@/lib/contract/grant";
import { routes } from "@/lib/contract/routes";
import { grantGroupsQuery } from "@/lib/queries/grant";
import { useMay } from "@/lib/queries/rp";
import { ProgrammeDocuments, ProgrammeQuestions } from "./programme-asked";
import { draftFrom, programmeFacts } from "./programme-draft";
import { ProgrammeAboutFields, ProgrammeMoneyFields, ProgrammeWhoFields } from "./programme-fields";
import { useProgrammeDraft } from "./use-programme-draft";

type ProgrammeFormProps = {
  programme: ProgrammeSingle;
  /** Told while something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
};

/** The details of a programme: saved from the bar below or with Ctrl+S. */
export function ProgrammeForm({ programme, onDirty }: ProgrammeFormProps) {
  const form = useProgrammeDraft(programme);
  const mayUpdate = useMay(routes.grant.updateProgramme);
  const groups = useQuery(grantGroupsQuery()).data?.items ?? (programme.group ? [programme.group] : []);
  const isCompleted = programme.state === "completed";
  const readOnly = !mayUpdate || isCompleted || form.kept.offer !== null;
  const { dirty } = form;
  const tell = useEffectEvent(onDirty);
  useEffect(() => tell(dirty), [dirty]);
  useEffect(() => {
    const [first] = Object.keys(form.problems);
    if (first) goToField(first);
  }, [form.problems]);
  const save = () => dirty && void form.save();
  useShortcuts("This programme", readOnly ? [] : [{ key: "s", mod: true, label: "Save changes", run: save }]);

  const fields = {
    draft: form.draft,
    change: form.change,
    problem: (field: string) => problemAt(form.problems, field),
    readOnly,
    told: programme.state !== "draft",
  };
  return (
    <>
      <div className="mb-5 space-y-3 empty:hidden">
        {form.kept.offer && (
          <EntryRestore
            offer={form.kept.offer}
            onRestore={() => form.kept.offer && form.restore(form.kept.offer)}
            onDiscard={form.kept.settle}
          />
        )}
        {form.theirs && (
          <div className="space-y-2">
            <WhatChanged facts={programmeFacts(form.base)} base={form.base} newer={draftFrom(form.theirs)} />
            <div className="flex flex-wrap gap-2">
              <Button size="sm" variant="primary" busy={form.saving} onClick={() => void form.keepMine()}>
                Keep mine
              </Button>
              <Button size="sm" disabled={form.saving} onClick={form.takeTheirs}>
                Take theirs
              </Button>
            </div>
          </div>
        )}
        {form.failure && <Alert tone="danger">{form.failure}</Alert>}
        {!mayUpdate && <Alert>You can read this programme, but you don't have the right to change it.</Alert>}
        {mayUpdate && fields.told && !isCompleted && (
          <Alert>
            Applicants were told what this programme gives, to whom, and what it asks. Make a copy to change that.
          </Alert>
        )}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="space-y-5">
          <ProgrammeAboutFields {...fields} />
          <ProgrammeWhoFields {...fields} groups={groups} />
        </div>
        <div className="space-y-5">
          <ProgrammeMoneyFields {...fields} pool={programme.pool} />
          <ProgrammeQuestions {...fields} />
          <ProgrammeDocuments {...fields} />
        </div>
      </div>
      {mayUpdate && !isCompleted && (
        <RecordSaveBar
          dirty={dirty}
          saving={form.saving}
          readOnly={readOnly}
          onSave={() => void form.save()}
          onDiscard={form.discard}
        />
      )}
    </>
  );
}
