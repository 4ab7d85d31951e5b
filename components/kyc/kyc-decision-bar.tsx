"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
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

const loadDialog = () => import("./kyc-decision-dialog");
const KycDecisionDialog = lazyPart(loadDialog, "KycDecisionDialog");

const CHOICES: { decision: KycDecision; key: string; variant: "primary" | "danger" | "secondary" }[] = [
  { decision: "resubmission_requested", key: "s", variant: "secondary" },
  { decision: "rejected", key: "r", variant: "danger" },
  { decision: "approved", key: "a", variant: "primary" },
];

type Props = { request: KycSingle; enabled: boolean; shut: string | null };

/** What the officer looked at when they chose. */
type Choice = { decision: KycDecision; version: number };

/**
 * The three decisions of an open request; beginning one takes on a request that nobody has.
 * @param enabled it is open, and nobody else has it.
 * @param shut why it can't be approved as the account stands; null where it can.
 */
export function KycDecisionBar({ request, enabled, shut }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const claim = useMutation(claimKycMutation());
  // Back after a session's end: the dialog with what was typed stands open again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const left = CHOICES.find(({ decision }) => draftOf(draftName(request.id, decision)));
    if (left) setChoice({ decision: left.decision, version: request.version });
  }, [request.id]);

  const mayChoose = (decision: KycDecision) => enabled && !(shut && decision === "approved");
  const choose = async (decision: KycDecision) => {
    if (choice || claim.isPending) return;
    if (request.assignee && request.state === "in_review") return setChoice({ decision, version: request.version });
    void loadDialog();
    const claimed = await claim.mutateAsync(request.id).catch((error: Error) => void toast.error(error.message));
    if (claimed) setChoice({ decision, version: claimed.version });
  };
  useShortcuts(
    "This request",
    enabled
      ? CHOICES.filter(({ decision }) => mayChoose(decision)).map(({ decision, key }) => ({
          key,
          label: DECISION_WORDS[decision].action,
          run: () => void choose(decision),
        }))
      : [],
  );
  const close = (keepsText: boolean) => {
    if (choice && keepsText) keepDraft(draftName(request.id, choice.decision));
    else if (choice) forgetDraft(draftName(request.id, choice.decision));
    setChoice(null);
  };
  return (
    <>
      {isOpen(request.state) &&
        CHOICES.map(({ decision, key, variant }) => (
          <Button
            key={decision}
            variant={variant}
            disabled={!mayChoose(decision)}
            aria-describedby={enabled ? (mayChoose(decision) ? undefined : "kyc-shut") : "kyc-not-mine"}
            aria-keyshortcuts={key}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => void choose(decision)}
          >
            {DECISION_WORDS[decision].action}
            <span className="max-md:hidden">
              <Kbd>{key.toUpperCase()}</Kbd>
            </span>
          </Button>
        ))}
      {enabled && shut && (
        <p id="kyc-shut" className="w-full text-sm text-danger">
          {shut}
        </p>
      )}
      {/* It stays when a colleague decides meanwhile: what was typed is not lost. */}
      {choice && (
        <Suspense>
          <KycDecisionDialog
            key={choice.decision}
            request={request}
            decision={choice.decision}
            version={choice.version}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
