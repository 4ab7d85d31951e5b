"use client";

import { clsx } from "clsx";
import { Suspense, useEffect, useState } from "react";
import { ActionBar } from "@/components/common/action-bar";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft } from "@/lib/client/drafts";
import { useShortcuts } from "@/lib/client/shortcuts";
import { APPLICATION_DECISIONS, APPLICATION_REVIEW_STATES, type GrantDecision } from "@/lib/contract/grant.values";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { routes } from "@/lib/contract/routes";
import { formatCount, formatTotal } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import type { NextApplication } from "./application-next";
import { isDecisionAllowedInState, singleDecisionBlockedReason } from "./decision-rules";
import { DECISION_TEXTS } from "./grant-words";

const GrantDecisionDialog = lazyWithPreload(() => import("./decision-dialog"), "GrantDecisionDialog");
const ApplicationInfoRequestDialog = lazyWithPreload(
  () => import("./application-ask-dialog"),
  "ApplicationInfoRequestDialog",
);

type DecisionAction = GrantDecision | "ask";
const DECISION_ACTIONS: readonly DecisionAction[] = [...APPLICATION_DECISIONS, "ask"];
const draftName = (id: string, question: DecisionAction) => `grant.${question}:${id}`;

/** Manages the open dialog. Reopens a dialog whose input was saved as a draft when the session ended. */
function useOpenDialog(id: string) {
  const [question, setQuestion] = useState<DecisionAction | null>(null);
  useEffect(() => {
    const unfinished = DECISION_ACTIONS.find((each) => readDraft(draftName(id, each)));
    if (unfinished) setQuestion(unfinished);
  }, [id]);
  const close = () => {
    if (question) deleteDraft(draftName(id, question));
    setQuestion(null);
  };
  return { question, ask: setQuestion, close };
}

type Props = { application: ApplicationDetails; next: NextApplication };

/** Renders a bar, always in view, with the actions on an application. Actions that are not possible yet are disabled and state why. */
export function GrantDecisionBar({ application, next }: Props) {
  const mayDecide = useAccess(routes.grant.decide);
  const mayAsk = useAccess(routes.grant.askApplicant);
  const { question, ask, close } = useOpenDialog(application.id);
  const offered = mayDecide ? APPLICATION_DECISIONS.filter((decision) => isDecisionOffered(decision, application)) : [];
  const decisions = offered.map((decision) => ({
    decision,
    blocked: singleDecisionBlockedReason(decision, application),
  }));
  const isReviewed = APPLICATION_REVIEW_STATES.some((state) => state === application.state);
  const canAsk = mayAsk && isReviewed && !application.waits_for_applicant;
  const blockedReasons = [...new Set(decisions.flatMap((each) => each.blocked ?? []))];
  useShortcuts("This application", [
    ...decisions
      .filter((each) => !each.blocked)
      .map(({ decision }) => ({
        key: DECISION_TEXTS[decision].key,
        label: DECISION_TEXTS[decision].action,
        run: () => ask(decision),
      })),
    ...(canAsk ? [{ key: "i", label: "Ask for information", run: () => ask("ask") }] : []),
  ]);
  useShortcuts("Applications", [{ key: "n", label: "Next in the list", run: next.next }]);
  return (
    <ActionBar>
      {blockedReasons.length > 0 && (
        <p className="mb-2 text-sm text-muted" id="application-blocked">
          {blockedReasons.join(" ")}
        </p>
      )}
      <div className="flex items-center gap-2 overflow-x-auto p-0.5 md:flex-wrap">
        {decisions.map(({ decision, blocked: decisionBlockedReason }) => (
          <ShortcutButton
            key={decision}
            letter={DECISION_TEXTS[decision].key}
            variant={DECISION_TEXTS[decision].variant}
            disabled={decisionBlockedReason !== null}
            title={decisionBlockedReason ?? undefined}
            aria-describedby={decisionBlockedReason ? "application-blocked" : undefined}
            onPointerEnter={GrantDecisionDialog.preload}
            onFocus={GrantDecisionDialog.preload}
            onClick={() => ask(decision)}
          >
            {DECISION_TEXTS[decision].action}
          </ShortcutButton>
        ))}
        {canAsk && (
          <ShortcutButton
            letter="i"
            onPointerEnter={ApplicationInfoRequestDialog.preload}
            onFocus={ApplicationInfoRequestDialog.preload}
            onClick={() => ask("ask")}
          >
            Ask for information
          </ShortcutButton>
        )}
        {next.place && (
          <span className="text-sm whitespace-nowrap text-muted tabular-nums md:ml-auto">
            {formatCount(next.place.at)} of {formatTotal(next.place.of.total, next.place.of.totalIsCapped)}
          </span>
        )}
        <ShortcutButton
          letter="n"
          variant={decisions.some((each) => !each.blocked) ? "secondary" : "primary"}
          busy={next.busy}
          className={next.place ? undefined : "md:ml-auto"}
          onClick={next.next}
        >
          Next
        </ShortcutButton>
      </div>
      <Suspense>
        {question === "ask" && (
          <ApplicationInfoRequestDialog
            application={application}
            draft={draftName(application.id, "ask")}
            onClose={close}
          />
        )}
        {question && question !== "ask" && (
          <GrantDecisionDialog
            key={question}
            decision={question}
            rows={[application]}
            draft={draftName(application.id, question)}
            onClose={close}
          />
        )}
      </Suspense>
    </ActionBar>
  );
}

/** Returns whether the button of a decision is shown. Approve is shown even before shortlisting, but disabled. */
const isDecisionOffered = (decision: GrantDecision, application: ApplicationDetails) =>
  isDecisionAllowedInState(decision, application) || (decision === "approve" && application.state === "submitted");

function ShortcutButton({ letter, children, className, ...props }: ButtonProps & { letter: string; children: string }) {
  return (
    // The scroll margin keeps the page from scrolling when the button gets the focus, because the button is always visible.
    <Button {...props} className={clsx("-scroll-mb-20", className)} aria-keyshortcuts={letter}>
      {children}
      <span className="max-md:hidden">
        <Kbd>{letter.toUpperCase()}</Kbd>
      </span>
    </Button>
  );
}
