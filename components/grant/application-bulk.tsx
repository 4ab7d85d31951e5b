"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { DECISIONS, type Decision } from "@/lib/contract/grant.values";
import type { ApplicationRow, DecisionResult } from "@/lib/contract/grant-applications";
import { blockedWords } from "./decision-rules";
import { DECISION_WORDS } from "./grant-words";

const DecisionDialog = lazyWithPreload(() => import("./decision-dialog"), "DecisionDialog");
const ResultDialog = lazyWithPreload(() => import("@/components/common/form/result-dialog"), "ResultDialog");

/** Snapshot of the selected rows, because the list may refetch and drop them before they are decided. */
type Chosen = { decision: Decision; rows: readonly ApplicationRow[]; clear: () => void };
type Results = { decision: Decision; results: readonly DecisionResult[] };

/**
 * Decides selected applications, and lists failures row by row. Call it in the screen: rows that stop matching the filter unmount
 * the selection bar.
 * @param now current rows of the list; after a refusal the next try sends their versions
 * @returns the buttons for the selection bar, and the dialogs to render beside the table
 */
export function useApplicationBulk(now: readonly ApplicationRow[]) {
  const [choosing, setChoosing] = useState<Chosen | null>(null);
  const [told, setTold] = useState<Results | null>(null);
  const bar = (rows: readonly ApplicationRow[], clear: () => void) =>
    DECISIONS.map((decision) => {
      const count = rows.filter((row) => !blockedWords(decision, row)).length;
      const { action, variant } = DECISION_WORDS[decision];
      return (
        <Button
          key={decision}
          size="sm"
          variant={variant}
          disabled={count === 0}
          title={count === 0 ? whyNone(decision, rows) : undefined}
          onPointerEnter={DecisionDialog.preload}
          onFocus={DecisionDialog.preload}
          onClick={() => setChoosing({ decision, rows, clear })}
        >
          {action}
          {count > 0 && count < rows.length && ` ${count} of ${rows.length}`}
        </Button>
      );
    });
  const dialogs = (
    <Suspense>
      {choosing && (
        <DecisionDialog
          decision={choosing.decision}
          rows={choosing.rows.map((row) => now.find(({ id }) => id === row.id) ?? row)}
          onClose={() => setChoosing(null)}
          onDone={choosing.clear}
          onResults={(results) => setTold({ decision: choosing.decision, results })}
        />
      )}
      {told && (
        <ResultDialog
          title={(done) => `${done} of ${told.results.length} applications ${DECISION_WORDS[told.decision].done}`}
          results={told.results.map((each) => ({ ...each, name: `${each.reference}, ${each.name}` }))}
          onClose={() => setTold(null)}
        />
      )}
    </Suspense>
  );
  return { bar, dialogs };
}

/** Returns the reason that all rows share, or a general one. */
function whyNone(decision: Decision, rows: readonly ApplicationRow[]): string {
  const reasons = new Set(rows.map((row) => blockedWords(decision, row)));
  const [first] = reasons;
  return reasons.size === 1 && first ? first : "None of those selected can be decided like this.";
}
