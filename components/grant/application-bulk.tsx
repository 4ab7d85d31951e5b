"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { APPLICATION_DECISIONS, type GrantDecision } from "@/lib/contract/grant.values";
import type { ApplicationRow, DecisionResult } from "@/lib/contract/grant-applications";
import { decisionBlockedReason } from "./decision-rules";
import { DECISION_TEXTS } from "./grant-words";

const GrantDecisionDialog = lazyWithPreload(() => import("./decision-dialog"), "GrantDecisionDialog");
const BulkResultDialog = lazyWithPreload(() => import("@/components/common/form/result-dialog"), "BulkResultDialog");

/** Snapshot of the selected rows, because a refetch of the list may drop them before they are decided. */
type BulkSelection = { decision: GrantDecision; rows: readonly ApplicationRow[]; clear: () => void };
type BulkResults = { decision: GrantDecision; results: readonly DecisionResult[] };

/**
 * Decides the selected applications, and lists failures row by row. Call it in the screen: the selection bar unmounts when its rows
 * no longer match the filter.
 * @param currentRows rows of the list as last fetched; after a refusal the next attempt sends their versions
 * @returns the buttons for the selection bar, and the dialogs to render beside the table
 */
export function useApplicationBulkDecision(currentRows: readonly ApplicationRow[]) {
  const [selection, setSelection] = useState<BulkSelection | null>(null);
  const [bulkResults, setBulkResults] = useState<BulkResults | null>(null);
  const bar = (rows: readonly ApplicationRow[], clear: () => void) =>
    APPLICATION_DECISIONS.map((decision) => {
      const count = rows.filter((row) => !decisionBlockedReason(decision, row)).length;
      const { action, variant } = DECISION_TEXTS[decision];
      return (
        <Button
          key={decision}
          size="sm"
          variant={variant}
          disabled={count === 0}
          title={count === 0 ? noneAllowedReason(decision, rows) : undefined}
          onPointerEnter={GrantDecisionDialog.preload}
          onFocus={GrantDecisionDialog.preload}
          onClick={() => setSelection({ decision, rows, clear })}
        >
          {action}
          {count > 0 && count < rows.length && ` ${count} of ${rows.length}`}
        </Button>
      );
    });
  const dialogs = (
    <Suspense>
      {selection && (
        <GrantDecisionDialog
          decision={selection.decision}
          rows={selection.rows.map((row) => currentRows.find(({ id }) => id === row.id) ?? row)}
          onClose={() => setSelection(null)}
          onDone={selection.clear}
          onResults={(results) => setBulkResults({ decision: selection.decision, results })}
        />
      )}
      {bulkResults && (
        <BulkResultDialog
          title={(done) =>
            `${done} of ${bulkResults.results.length} applications ${DECISION_TEXTS[bulkResults.decision].done}`
          }
          results={bulkResults.results.map((each) => ({ ...each, name: `${each.reference}, ${each.name}` }))}
          onClose={() => setBulkResults(null)}
        />
      )}
    </Suspense>
  );
  return { bar, dialogs };
}

/** Explains why no selected row can be decided: the reason that all rows share, or a general reason. */
function noneAllowedReason(decision: GrantDecision, rows: readonly ApplicationRow[]): string {
  const reasons = new Set(rows.map((row) => decisionBlockedReason(decision, row)));
  const [first] = reasons;
  return reasons.size === 1 && first ? first : "None of those selected can be decided like this.";
}
