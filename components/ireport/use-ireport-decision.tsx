"use client";

import { Suspense, useEffect, useState } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { deleteDraft, readDraft, saveDraft } from "@/lib/client/drafts";
import type { IreportDetails } from "@/lib/contract/ireport";
import { IREPORT_DECISIONS, type IreportDecision } from "./ireport-actions";
import { ireportDecisionDraftName } from "./ireport-decisions";
import type { OriginalReport } from "./ireport-duplicate-dialog";

const loadTextDialogs = () => import("./ireport-text-dialogs");
const loadResolveDialog = () => import("./ireport-resolve-dialog");
const loadDuplicate = () => import("./ireport-duplicate-dialog");
const IreportQuestionDialog = lazyWithPreload(loadTextDialogs, "IreportQuestionDialog");
const IreportRejectDialog = lazyWithPreload(loadTextDialogs, "IreportRejectDialog");
const IreportReopenDialog = lazyWithPreload(loadTextDialogs, "IreportReopenDialog");
const IreportResolveDialog = lazyWithPreload(loadResolveDialog, "IreportResolveDialog");
const IreportDuplicateDialog = lazyWithPreload(loadDuplicate, "IreportDuplicateDialog");

/** Preloads the code of a dialog before the click that opens it. */
export const preloadDecisionDialog = (decision: IreportDecision) =>
  void (decision === "resolve" ? loadResolveDialog() : decision === "duplicate" ? loadDuplicate() : loadTextDialogs());

/** The chosen action on a report, with the version of the report that the officer saw. */
type OpenDecision = { decision: IreportDecision; version: number; original: OriginalReport | null };

/** Manages the open dialog of an action. The dialog stays open when another admin changes or closes the report, so that typed text is kept. */
export function useIreportDecisionDialog(report: IreportDetails) {
  const [choice, setChoice] = useState<OpenDecision | null>(null);
  // Reopens the dialog whose input was saved when the session ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    const unfinished = IREPORT_DECISIONS.find((decision) => readDraft(ireportDecisionDraftName(report.id, decision)));
    if (unfinished) setChoice({ decision: unfinished, version: report.version, original: null });
  }, [report.id]);

  const openDecision = (decision: IreportDecision, original: OriginalReport | null = null) => {
    if (!choice) setChoice({ decision, version: report.version, original });
  };
  const onClose = (shouldKeepText: boolean) => {
    if (choice && shouldKeepText) saveDraft(ireportDecisionDraftName(report.id, choice.decision));
    else if (choice) deleteDraft(ireportDecisionDraftName(report.id, choice.decision));
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
  return { choose: openDecision, dialogs };
}
