"use client";

import { notifyManager, useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft, saveDraft } from "@/lib/client/drafts";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { KycDetails } from "@/lib/contract/kyc";
import type { KycDecision } from "@/lib/contract/kyc.values";
import { claimKycMutation } from "@/lib/queries/kyc-review";
import { isOpenKycState } from "./kyc-badges";
import { KYC_DECISION_TEXTS, kycDecisionDraftName } from "./kyc-review-words";
import type { ChecklistTicks } from "./use-checklist-ticks";

const KycDecisionPanel = lazyWithPreload(() => import("./kyc-decision-panel"), "KycDecisionPanel");

const DECISION_CHOICES: { decision: KycDecision; key: string; variant: "primary" | "danger" | "secondary" }[] = [
  { decision: "resubmission_requested", key: "s", variant: "secondary" },
  { decision: "rejected", key: "r", variant: "danger" },
  { decision: "approved", key: "a", variant: "primary" },
];

type Props = {
  request: KycDetails;
  ticks: ChecklistTicks;
  /** Reason why the admin can't decide the request; null if they can. */
  notMine: string | null;
  /** Opens the next identity request; undefined if there is none. */
  onNext?: () => void;
  /** CSS classes that place the bar on the page. */
  className: string;
};

/** The chosen decision, with the version of the request that the reviewer saw. */
type OpenDecision = { decision: KycDecision; version: number };

/** Offers the three decisions on an open identity request. Choosing a decision claims the request and opens the decision's form. */
export function KycDecisionBar({ request, ticks, notMine: notMineReason, onNext, className }: Props) {
  const [choice, setChoice] = useState<OpenDecision | null>(null);
  const claim = useMutation(claimKycMutation());
  const enabled = notMineReason === null;
  const blockedReason = accountBlockedReason(request);
  // Reopens the decision that was interrupted by the end of the session.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const unfinished = DECISION_CHOICES.find(({ decision }) => readDraft(kycDecisionDraftName(request.id, decision)));
    if (unfinished) setChoice({ decision: unfinished.decision, version: request.version });
  }, [request.id]);

  const mayChoose = (decision: KycDecision) => enabled && !(blockedReason && decision === "approved");
  // True while a form opens. Repeated key presses are then ignored: reviewers press again on a slow connection.
  const isChoosing = useRef(false);
  const openDecision = async (decision: KycDecision) => {
    if (choice || isChoosing.current) return;
    isChoosing.current = true;
    await claimAndOpen(decision);
    isChoosing.current = false;
  };
  const claimAndOpen = async (decision: KycDecision) => {
    KycDecisionPanel.preload();
    // Waits for checklist ticks that are still being sent, because the first tick also claims the request.
    const afterTicks = await ticks.settled();
    // Lets the page render the response to the last tick before the form opens: TanStack Query notifies components in a later task.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve));
    const newest = afterTicks && afterTicks.version > request.version ? afterTicks : request;
    if (newest.assignee && newest.state === "in_review") return setChoice({ decision, version: newest.version });
    const claimed = await claim.mutateAsync(request.id).catch((error: Error) => void toast.error(error.message));
    if (claimed) setChoice({ decision, version: claimed.version });
  };
  useShortcuts(
    "This request",
    DECISION_CHOICES.filter(({ decision }) => mayChoose(decision)).map(({ decision, key }) => ({
      key,
      label: KYC_DECISION_TEXTS[decision].action,
      run: () => void openDecision(decision),
    })),
  );
  const close = (shouldKeepText: boolean) => {
    if (choice && shouldKeepText) saveDraft(kycDecisionDraftName(request.id, choice.decision));
    else if (choice) deleteDraft(kycDecisionDraftName(request.id, choice.decision));
    setChoice(null);
  };
  // Keeps the form open if another admin decides the request, so that typed text is not lost.
  if (choice)
    return (
      <DecisionBarFrame className={className}>
        <Suspense>
          <KycDecisionPanel
            key={choice.decision}
            request={request}
            decision={choice.decision}
            version={choice.version}
            onClose={close}
            onNext={onNext}
          />
        </Suspense>
      </DecisionBarFrame>
    );
  if (!isOpenKycState(request.state)) return null;
  const disabledReason = notMineReason ?? blockedReason;
  return (
    <DecisionBarFrame className={className}>
      {disabledReason && (
        <p id="kyc-why-not" className={enabled ? "mb-2 text-sm text-danger" : "mb-2 text-sm text-muted"}>
          {disabledReason}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {DECISION_CHOICES.map(({ decision, key, variant }) => (
          <Button
            key={decision}
            variant={variant}
            disabled={!mayChoose(decision)}
            aria-describedby={mayChoose(decision) ? undefined : "kyc-why-not"}
            aria-keyshortcuts={key}
            onPointerEnter={KycDecisionPanel.preload}
            onFocus={KycDecisionPanel.preload}
            onClick={() => void openDecision(decision)}
            className="flex-auto px-3!"
          >
            {KYC_DECISION_TEXTS[decision].action}
            <span className="max-md:hidden">
              <Kbd>{key.toUpperCase()}</Kbd>
            </span>
          </Button>
        ))}
      </div>
    </DecisionBarFrame>
  );
}

/** Keeps the decision bar visible: at the bottom of a phone's screen, or beside the documents on a wide screen. */
const DecisionBarFrame = ({ className, children }: { className: string; children: ReactNode }) => (
  <section
    aria-label="Decision"
    className={clsx(
      "sticky z-10 -mx-4 -mb-6 max-h-[calc(100dvh-7rem)] overflow-y-auto border-t border-border bg-surface px-4 py-3 shadow-raised md:-mx-8 md:px-8 xl:mx-0 xl:mb-0 xl:rounded-lg xl:border xl:px-4",
      className,
    )}
  >
    {children}
  </section>
);

/** Returns why the account's status prevents an approval; null if it does not. */
const accountBlockedReason = ({ account: { status } }: KycDetails) =>
  status === "suspended"
    ? "The account is suspended. Have it reactivated before you approve, or reject."
    : status === "closed"
      ? "The account is permanently closed, so this can't be approved. Reject it."
      : null;
