"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { ConflictChanges } from "@/components/common/form/current-version";
import {
  type FormInConflict,
  RecordConflictChoice,
  RecordLockedNotice,
} from "@/components/record-editor/record-conflict";
import { RecordFormNotices } from "@/components/record-editor/record-notices";
import { RecordSaveBar } from "@/components/record-editor/record-save-bar";
import { createDraftSchemaCheck, useRecordDraft } from "@/components/record-editor/use-record-draft";
import { useRecordForm } from "@/components/record-editor/use-record-form";
import { Alert } from "@/components/ui/alert";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { EDITABLE_PROMOTION_STATES } from "@/lib/contract/promotion.values";
import { routes } from "@/lib/contract/routes";
import { promotionChoicesQuery, updatePromotionMutation } from "@/lib/queries/promotion";
import { useAccess } from "@/lib/queries/rp";
import {
  draftFromPromotion,
  loadPromotionSchema,
  type PromotionDraft,
  promotionDiffFields,
  promotionInputOf,
} from "./promotion-draft";
import { PromotionBenefitFields } from "./promotion-fields";
import { PromotionAudienceFields, PromotionLimitFields } from "./promotion-fields-limits";
import { PromotionPriceExample } from "./promotion-trial-example";

const PromotionTrialPanel = lazyWithPreload(() => import("./promotion-trial"), "PromotionTrialPanel");

type PromotionFormProps = {
  promotion: PromotionDetails;
  /** Called when the form gains or loses unsaved changes. */
  onDirty: (dirty: boolean) => void;
};

const canEdit = ({ state }: Pick<PromotionDetails, "state">) =>
  EDITABLE_PROMOTION_STATES.some((each) => each === state);
const LOCKED_TEXT = "This promotion has started, so its terms can't be changed. To change them, make a copy.";

const checkPromotionDraft = createDraftSchemaCheck(loadPromotionSchema, promotionInputOf);

/** Edits the terms of a promotion beside a calculated example and a trial. Saves with the bar below or Ctrl+S. */
export function PromotionForm({ promotion, onDirty }: PromotionFormProps) {
  const { mutateAsync } = useMutation(updatePromotionMutation());
  const form = useRecordDraft({
    record: promotion,
    name: `promotion:${promotion.id}`,
    draftFrom: draftFromPromotion,
    check: checkPromotionDraft,
    save: (values, { version }) => mutateAsync({ ...values, promotionId: promotion.id, version }),
  });
  const mayUpdate = useAccess(routes.promotion.update);
  const mayTryTerms = useAccess(routes.promotion.trial);
  const choicesQuery = useQuery(promotionChoicesQuery());
  const groupChoices = choicesQuery.data?.groups ?? [];
  const names = new Map([...promotion.groups, ...groupChoices].map(({ id, name }) => [id, name]));
  const isChangeable = canEdit(promotion);
  const readOnly = !mayUpdate || !isChangeable || form.kept.offer !== null;
  useRecordForm(form, onDirty);

  const fields = { draft: form.draft, change: form.change, problem: form.problem, readOnly };
  return (
    <>
      <div className="mb-5 space-y-3 empty:hidden">
        <RecordFormNotices
          form={form}
          conflict={form.theirs && <PromotionConflict form={form} theirs={form.theirs} names={names} />}
        />
        {!mayUpdate && <Alert>You can read this promotion, but you don't have the right to change it.</Alert>}
        {mayUpdate && !isChangeable && <Alert>{LOCKED_TEXT}</Alert>}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="space-y-5">
          <PromotionBenefitFields {...fields} />
          <PromotionAudienceFields
            {...fields}
            groups={[...names].map(([value, label]) => ({ value, label }))}
            asked={choicesQuery}
          />
          <PromotionLimitFields {...fields} pool={promotion.pool} />
        </div>
        <div className="space-y-5">
          <PromotionPriceExample draft={form.draft} />
          {mayTryTerms && (
            <Suspense fallback={<Skeleton className="h-64" />}>
              <PromotionTrialPanel promotion={promotion} draft={isChangeable ? form.draft : null} />
            </Suspense>
          )}
        </div>
      </div>
      {mayUpdate && (form.dirty || isChangeable) && (
        <RecordSaveBar name="This promotion" form={form} readOnly={readOnly} />
      )}
    </>
  );
}

type PromotionConflictProps = {
  form: FormInConflict<PromotionDraft>;
  theirs: PromotionDetails;
  names: ReadonlyMap<string, string>;
};

/** Shows a conflict: another admin changed the promotion, or the promotion started. The form keeps its values. */
function PromotionConflict({ form, theirs, names }: PromotionConflictProps) {
  if (!canEdit(theirs))
    return (
      <RecordLockedNotice title={LOCKED_TEXT} onDiscard={form.discardMine}>
        Your changes can't be saved. Copy what you need, then view the current promotion.
      </RecordLockedNotice>
    );
  const allNames = new Map([...names, ...theirs.groups.map(({ id, name }) => [id, name] as const)]);
  return (
    <RecordConflictChoice form={form}>
      <ConflictChanges facts={promotionDiffFields(allNames)} base={form.base} newer={draftFromPromotion(theirs)} />
    </RecordConflictChoice>
  );
}
