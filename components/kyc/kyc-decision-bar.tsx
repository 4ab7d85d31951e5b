"use client";

import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { lazyPart } from "@/components/ui/lazy-part";
import { draftOf, forgetDraft, keepDraft } from "@/lib/client/drafts";
import { useShortcuts } from "@/lib/client/shortcuts";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import type { KycDecision } from "@/lib/contract/kyc.values";
import { claimKycMutation } from "@/lib/queries/kyc-review";
import { isOpen } from "./kyc-badges";
import { DECISION_WORDS, draftName } from "./kyc-words";
import type { Ticks } from "./use-ticks";

const KycDecisionPanel = lazyPart(() => import("./kyc-decision-panel"), "KycDecisionPanel");

const CHOICES: { decision: KycDecision; key: string; variant: "primary" | "danger" | "secondary" }[] = [
  { decision: "resubmission_requested", key: "s", variant: "secondary" },
  { decision: "rejected", key: "r", variant: "danger" },
  { decision: "approved", key: "a", variant: "primary" },
];

type Props = {
  request: KycSingle;
  ticks: Ticks;
  /** Why I can't decide it; null where I can. */
  notMine: string | null;
  /** Opens the next case; absent where nothing waits. */
  onNext?: () => void;
  /** Where it stands. */
  className: string;
};

/** What the officer looked at when they chose. */
type Choice = { decision: KycDecision; version: number };

/**
 * The three decisions of an open request; beginning one takes on a request that nobody has. What the decision asks takes the
 * place of its buttons.
 */
export function KycDecisionBar({ request, ticks, notMine, onNext, className }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const claim = useMutation(claimKycMutation());
  const enabled = notMine === null;
  const shut = shutWords(request);
  // Back after a session's end: the decision with what was typed stands open again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const left = CHOICES.find(({ decision }) => draftOf(draftName(request.id, decision)));
    if (left) setChoice({ decision: left.decision, version: request.version });
  }, [request.id]);

  const mayChoose = (decision: KycDecision) => enabled && !(shut && decision === "approved");
  // On a slow line the key may be pressed again before anything shows.
  const choosing = useRef(false);
  const choose = async (decision: KycDecision) => {
    if (choice || choosing.current) return;
    choosing.current = true;
    await begin(decision);
    choosing.current = false;
  };
  const begin = async (decision: KycDecision) => {
    KycDecisionPanel.preload();
    // A first tick takes the request on as well.
    const ticked = await ticks.settled();
    const known = ticked && ticked.version > request.version ? ticked : request;
    if (known.assignee && known.state === "in_review") return setChoice({ decision, version: known.version });
    const claimed = await claim.mutateAsync(request.id).catch((error: Error) => void toast.error(error.message));
    if (claimed) setChoice({ decision, version: claimed.version });
  };
  useShortcuts(
    "This request",
    CHOICES.filter(({ decision }) => mayChoose(decision)).map(({ decision, key }) => ({
      key,
      label: DECISION_WORDS[decision].action,
      run: () => void choose(decision),
    })),
  );
  const close = (keepsText: boolean) => {
    if (choice && keepsText) keepDraft(draftName(request.id, choice.decision));
    else if (choice) forgetDraft(draftName(request.id, choice.decision));
    setChoice(null);
  };
  // It stays when a colleague decides in the meantime: what was typed is not lost.
  if (choice)
    return (
      <Bar className={className}>
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
      </Bar>
    );
  if (!isOpen(request.state)) return null;
  const why = notMine ?? shut;
  return (
    <Bar className={className}>
      {why && (
        <p id="kyc-why-not" className={enabled ? "mb-2 text-sm text-danger" : "mb-2 text-sm text-muted"}>
          {why}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {CHOICES.map(({ decision, key, variant }) => (
          <Button
            key={decision}
            variant={variant}
            disabled={!mayChoose(decision)}
            aria-describedby={mayChoose(decision) ? undefined : "kyc-why-not"}
            aria-keyshortcuts={key}
            onPointerEnter={KycDecisionPanel.preload}
            onFocus={KycDecisionPanel.preload}
            onClick={() => void choose(decision)}
            className="flex-auto px-3!"
          >
            {DECISION_WORDS[decision].action}
            <span className="max-md:hidden">
              <Kbd>{key.toUpperCase()}</Kbd>
            </span>
          </Button>
        ))}
      </div>
    </Bar>
  );
}

/** In view wherever the page is scrolled to: at the foot of a phone's window, beside the documents of a wide one. */
const Bar = ({ className, children }: { className: string; children: ReactNode }) => (
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

/** Why an approval is refused whatever the checklist says. */
const shutWords = ({ account: { status } }: KycSingle) =>
  status === "suspended"
    ? "The account is suspended: have that lifted before you approve, or reject."
    : status === "closed"
      ? "The account is closed for good, so this can't be approved. Reject it."
      : null;
