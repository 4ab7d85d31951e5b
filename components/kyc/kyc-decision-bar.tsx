"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { draftOf, forgetDraft } from "@/lib/client/drafts";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { KycSingle } from "@/lib/contract/kyc";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { KycDecision } from "@/lib/contract/kyc.values";
import { meQuery } from "@/lib/queries/auth";
import { useMay } from "@/lib/queries/rp";
import { isOpen } from "./kyc-badges";
import { DECISION_WORDS, draftName } from "./kyc-words";

const loadDialog = () => import("./kyc-decision-dialog");
const KycDecisionDialog = lazy(() => loadDialog().then((module) => ({ default: module.KycDecisionDialog })));

const CHOICES: { decision: KycDecision; key: string; variant: "primary" | "danger" | "secondary" }[] = [
  { decision: "resubmission_requested", key: "s", variant: "secondary" },
  { decision: "rejected", key: "r", variant: "danger" },
  { decision: "approved", key: "a", variant: "primary" },
];

/**
 * The decision of an open request: absent without the right, disabled with the reason while somebody else reviews it
 * (product.md: only the assignee decides).
 */
export function KycDecisionBar({ request }: { request: KycSingle }) {
  const may = useMay(kycRoutes.decide);
  const { data: me } = useQuery(meQuery());
  const [choice, setChoice] = useState<KycDecision | null>(null);
  // Back after a session's end: the dialog with what was typed stands open again.
  useEffect(() => {
    const left = CHOICES.find(({ decision }) => draftOf(draftName(request.id, decision)));
    if (left) setChoice(left.decision);
  }, [request.id]);
  const isMine = !request.assignee || request.assignee.id === me?.id;
  const ready = may && isOpen(request.state) && isMine;
  useShortcuts(
    "This request",
    ready
      ? CHOICES.map(({ decision, key }) => ({
          key,
          label: DECISION_WORDS[decision].action,
          run: () => setChoice(decision),
        }))
      : [],
  );
  const close = () => {
    if (choice) forgetDraft(draftName(request.id, choice));
    setChoice(null);
  };
  if (!may) return null;
  return (
    <>
      {isOpen(request.state) && !isMine && (
        <p className="text-sm text-muted" id="kyc-not-mine">
          {request.assignee?.name} is reviewing this request; only they can decide it.
        </p>
      )}
      {isOpen(request.state) &&
        CHOICES.map(({ decision, key, variant }) => (
          <Button
            key={decision}
            variant={variant}
            disabled={!isMine}
            aria-describedby={isMine ? undefined : "kyc-not-mine"}
            aria-keyshortcuts={key}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setChoice(decision)}
          >
            {DECISION_WORDS[decision].action}
            <span className="max-md:hidden">
              <Kbd>{key.toUpperCase()}</Kbd>
            </span>
          </Button>
        ))}
      {choice && (
        <Suspense>
          <KycDecisionDialog key={choice} request={request} decision={choice} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
