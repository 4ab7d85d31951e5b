"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { RecordCopyButton } from "@/components/record-editor/record-copy-button";
import { RecordPublishButton } from "@/components/record-editor/record-publish-button";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { readDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import {
  archivePromotionMutation,
  copyPromotionMutation,
  publishPromotionMutation,
  removePromotionMutation,
  resumePromotionMutation,
} from "@/lib/queries/promotion";
import { useAccess } from "@/lib/queries/rp";
import {
  allowedPromotionActions,
  PROMOTION_ACTION_LABELS,
  PROMOTION_CONFIRM_TEXTS,
  type PromotionAction,
} from "./promotion-actions-words";
import { MISSING_FIELDS_DOM_ID } from "./promotion-screen-words";
import { PROMOTIONS_URL } from "./promotion-urls";

const PromotionReasonDialog = lazyWithPreload(() => import("./promotion-actions-dialogs"), "PromotionReasonDialog");

type PromotionActionsProps = {
  promotion: PromotionDetails;
  /** True if the promotion's form has unsaved changes. Publishing is then disabled, because it would publish the terms without these changes. */
  unsaved: boolean;
  /** Called with true before the promotion is deleted, so that its refetching stops; with false after a failure. */
  onDelete: (isDeleting: boolean) => void;
};

const FORM_ACTIONS = ["pause", "end", "raise", "reschedule"] as const;
type FormAction = (typeof FORM_ACTIONS)[number];
const hasForm = (asked: PromotionAction | null): asked is FormAction => FORM_ACTIONS.some((each) => each === asked);

/** Renders the actions that the promotion's state and the admin's rights allow. */
export function PromotionActions({ promotion, unsaved, onDelete }: PromotionActionsProps) {
  const rights: Record<PromotionAction, boolean> = {
    publish: useAccess(routes.promotion.publish),
    delete: useAccess(routes.promotion.remove),
    archive: useAccess(routes.promotion.archive),
    resume: useAccess(routes.promotion.resume),
    pause: useAccess(routes.promotion.pause),
    end: useAccess(routes.promotion.end),
    raise: useAccess(routes.promotion.raise),
    reschedule: useAccess(routes.promotion.reschedule),
  };
  const mayCopy = useAccess(routes.promotion.copy);
  const isMissing = Object.keys(promotion.missing).length > 0;
  const [asked, setOpenAction] = useState<PromotionAction | null>(null);
  const actions = allowedPromotionActions(promotion).filter((action) => rights[action]);
  const draftName = (action: FormAction) => `promotion.${action}:${promotion.id}`;
  // Action whose dialog is reopened, because its input was saved when the session ended.
  const unfinished = FORM_ACTIONS.find((action) => actions.includes(action) && readDraft(draftName(action)));
  useEffect(() => {
    if (unfinished) setOpenAction((now) => now ?? unfinished);
  }, [unfinished]);
  const close = () => setOpenAction(null);
  return (
    <>
      {mayCopy && (
        <RecordCopyButton
          id={promotion.id}
          label="Make a copy"
          done="Copied"
          mutation={copyPromotionMutation}
          urlOf={(id) => recordUrl("promotion", id)}
        />
      )}
      {actions.map((action) =>
        action === "publish" ? (
          <RecordPublishButton
            key={action}
            label="Publish"
            missingId={isMissing ? MISSING_FIELDS_DOM_ID : undefined}
            unsaved={unsaved}
            onClick={() => setOpenAction(action)}
          />
        ) : (
          <Button
            key={action}
            variant={action === "resume" ? "primary" : action === "delete" ? "ghost" : undefined}
            onClick={() => setOpenAction(action)}
          >
            {PROMOTION_ACTION_LABELS[action]}
          </Button>
        ),
      )}
      <ConfirmAction
        promotion={promotion}
        asked={hasForm(asked) ? null : asked}
        onClose={() => setOpenAction(null)}
        onDelete={onDelete}
      />
      {hasForm(asked) && (
        <Suspense>
          <PromotionReasonDialog
            key={asked}
            promotion={promotion}
            action={asked}
            draft={draftName(asked)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

type ConfirmActionProps = Pick<PromotionActionsProps, "promotion" | "onDelete"> & {
  asked: Exclude<PromotionAction, FormAction> | null;
  onClose: () => void;
};

/** Asks for confirmation of an action on a promotion that takes no reason. */
function ConfirmAction({ promotion, asked: openAction, onClose, onDelete }: ConfirmActionProps) {
  const router = useRouter();
  const publish = useMutation(publishPromotionMutation());
  const archive = useMutation(archivePromotionMutation());
  const resume = useMutation(resumePromotionMutation());
  const remove = useMutation(removePromotionMutation());
  const input = { promotionId: promotion.id, version: promotion.version };
  const runAction = async (action: NonNullable<typeof openAction>) => {
    if (action === "publish") await publish.mutateAsync(input);
    else if (action === "archive") await archive.mutateAsync(input);
    else if (action === "resume") await resume.mutateAsync(input);
    else {
      onDelete(true);
      await remove.mutateAsync(input).catch((error: unknown) => {
        onDelete(false);
        throw error;
      });
      router.push(PROMOTIONS_URL);
    }
    toast.success(`${promotion.name} is ${PROMOTION_CONFIRM_TEXTS[action].done}.`);
  };
  return (
    <>
      {(Object.keys(PROMOTION_CONFIRM_TEXTS) as (keyof typeof PROMOTION_CONFIRM_TEXTS)[]).map((action) => (
        <LazyConfirmDialog
          key={action}
          open={openAction === action}
          onOpenChange={onClose}
          title={PROMOTION_CONFIRM_TEXTS[action].title(promotion.name)}
          consequence={PROMOTION_CONFIRM_TEXTS[action].consequence}
          confirmLabel={PROMOTION_ACTION_LABELS[action]}
          tone={action === "delete" ? "danger" : "primary"}
          onConfirm={() => runAction(action)}
        />
      ))}
    </>
  );
}
