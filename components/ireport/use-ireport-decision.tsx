"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { draftOf, forgetDraft, keepDraft } from "@/lib/client/drafts";
import type { IreportSingle } from "@/lib/contract/ireport";
import { IREPORT_DECISIONS, type IreportDecision } from "./ireport-allowed";
import { draftName } from "./ireport-decisions";
import type { Original } from "./ireport-duplicate-dialog";

const loadTexts = () => import("./ireport-text-dialogs");
const loadResolve = () => import("./ireport-resolve-dialog");
const loadDuplicate = () => import("./ireport-duplicate-dialog");
const IreportQuestionDialog = lazyPart(loadTexts, "IreportQuestionDialog");
const IreportRejectDialog = lazyPart(loadTexts, "IreportRejectDialog");
const IreportReopenDialog = lazyPart(loadTexts, "IreportReopenDialog");
const IreportResolveDialog = lazyPart(loadResolve, "IreportResolveDialog");
const IreportDuplicateDialog = lazyPart(loadDuplicate, "IreportDuplicateDialog");

/** Fetches a dialog's code ahead of the press that opens it. */
export const preloadDecision = (decision: IreportDecision) =>
  void (decision === "resolve" ? loadResolve() : decision === "duplicate" ? loadDuplicate() : loadTexts());

/** What the officer looked at when they chose. */
type Choice = { decision: IreportDecision; version: number; original: Original | null };

/**
 * The one decision that is being written. It stays when a colleague changes the report in the meantime, or closes it: what was
 * typed is not lost.
 */
export function useIreportDecision(report: IreportSingle) {
  const [choice, setChoice] = useState<Choice | null>(null);
  // Back after a session's end: the dialog with what was typed stands open again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const left = IREPORT_DECISIONS.find((decision) => draftOf(draftName(report.id, decision)));
    if (left) setChoice({ decision: left, version: report.version, original: null });
  }, [report.id]);

  const choose = (decision: IreportDecision, original: Original | null = null) => {
    if (!choice) setChoice({ decision, version: report.version, original });
  };
  const onClose = (keepsText: boolean) => {
    if (choice && keepsText) keepDraft(draftName(report.id, choice.decision));
    else if (choice) forgetDraft(draftName(report.id, choice.decision));
    setChoice(null);
  };
  const props = choice && { report, version: choice.version, onClose };
  const dialogs = props && (
    <Suspense>
      {choice.decision === "ask" && <IreportQuestionDialog {...props} />}
      {choice.decision === "resolve" && <IreportResolveDialog {...props} />}
      {choice.decision === "reject" && <IreportRejectDialog {...props} />}
      {choice.decision === "reopen" && <IreportReopenDialog {...props} />}
      {choice.decision === "duplicate" && <IreportDuplicateDialog {...props} original={choice.original} />}
    </Suspense>
  );
  return { choose, dialogs };
}
