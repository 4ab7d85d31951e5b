"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { RecordCopyButton } from "@/components/entry/record-copy-button";
import { RecordPublishButton } from "@/components/entry/record-publish-button";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { draftOf } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import type { PromotionSingle } from "@/lib/contract/promotion";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import {
  archivePromotionMutation,
  copyPromotionMutation,
  publishPromotionMutation,
  removePromotionMutation,
  resumePromotionMutation,
} from "@/lib/queries/promotion";
import { useMay } from "@/lib/queries/rp";
import { ACTION_LABELS, actionsOf, CONFIRMS, type PromotionAsked } from "./promotion-actions-words";
import { MISSING_ID } from "./promotion-screen-words";
import { PROMOTIONS_URL } from "./promotion-urls";

const Dialogs = lazyWithPreload(() => import("./promotion-actions-dialogs"), "PromotionDialog");

type PromotionActionsProps = {
  promotion: PromotionSingle;
  /** True if the form has unsaved changes. The button is then disabled, because publishing would leave them out. */
  unsaved: boolean;
  /** Called with true before the promotion is deleted, so that it is not refetched, and with false if that failed. */
  onDelete: (deleting: boolean) => void;
};

const WITH_FORM = ["pause", "end", "raise", "reschedule"] as const;
type WithForm = (typeof WITH_FORM)[number];
const hasForm = (asked: PromotionAsked | null): asked is WithForm => WITH_FORM.some((each) => each === asked);

/** Renders the actions that state and rights allow. */
export function PromotionActions({ promotion, unsaved, onDelete }: PromotionActionsProps) {
  const may: Record<PromotionAsked, boolean> = {
    publish: useMay(routes.promotion.publish),
    delete: useMay(routes.promotion.remove),
    archive: useMay(routes.promotion.archive),
    resume: useMay(routes.promotion.resume),
    pause: useMay(routes.promotion.pause),
    end: useMay(routes.promotion.end),
    raise: useMay(routes.promotion.raise),
    reschedule: useMay(routes.promotion.reschedule),
  };
  const mayCopy = useMay(routes.promotion.copy);
  const isMissing = Object.keys(promotion.missing).length > 0;
  const [asked, setAsked] = useState<PromotionAsked | null>(null);
  const actions = actionsOf(promotion).filter((action) => may[action]);
  const draftName = (action: WithForm) => `promotion.${action}:${promotion.id}`;
  // Reopens the dialog whose input was saved as a draft when the session ended.
  const typed = WITH_FORM.find((action) => actions.includes(action) && draftOf(draftName(action)));
  useEffect(() => {
    if (typed) setAsked((now) => now ?? typed);
  }, [typed]);
  const close = () => setAsked(null);
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
            missingId={isMissing ? MISSING_ID : undefined}
            unsaved={unsaved}
            onClick={() => setAsked(action)}
          />
        ) : (
          <Button
            key={action}
            variant={action === "resume" ? "primary" : action === "delete" ? "ghost" : undefined}
            onClick={() => setAsked(action)}
          >
            {ACTION_LABELS[action]}
          </Button>
        ),
      )}
      <Confirm
        promotion={promotion}
        asked={hasForm(asked) ? null : asked}
        onClose={() => setAsked(null)}
        onDelete={onDelete}
      />
      {hasForm(asked) && (
        <Suspense>
          <Dialogs key={asked} promotion={promotion} action={asked} draft={draftName(asked)} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

type ConfirmProps = Pick<PromotionActionsProps, "promotion" | "onDelete"> & {
  asked: Exclude<PromotionAsked, WithForm> | null;
  onClose: () => void;
};

/** Confirms the actions that take no reason. */
function Confirm({ promotion, asked, onClose, onDelete }: ConfirmProps) {
  const router = useRouter();
  const publish = useMutation(publishPromotionMutation());
  const archive = useMutation(archivePromotionMutation());
  const resume = useMutation(resumePromotionMutation());
  const remove = useMutation(removePromotionMutation());
  const input = { promotionId: promotion.id, version: promotion.version };
  const run = async (action: NonNullable<typeof asked>) => {
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
    toast.success(`${promotion.name} is ${CONFIRMS[action].done}.`);
  };
  return (
    <>
      {(Object.keys(CONFIRMS) as (keyof typeof CONFIRMS)[]).map((action) => (
        <LazyConfirmDialog
          key={action}
          open={asked === action}
          onOpenChange={onClose}
          title={CONFIRMS[action].title(promotion.name)}
          consequence={CONFIRMS[action].consequence}
          confirmLabel={ACTION_LABELS[action]}
          tone={action === "delete" ? "danger" : "primary"}
          onConfirm={() => run(action)}
        />
      ))}
    </>
  );
}
