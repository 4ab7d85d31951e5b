"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ResultDialog } from "@/components/common/result-dialog";
import { Button } from "@/components/ui/button";
import type { TransactionRow } from "@/lib/contract/transaction";
import { OPEN_STATES } from "@/lib/contract/transaction.values";
import { titleCase } from "@/lib/format";
import { type RequeryResult, requeryAllMutation } from "@/lib/queries/transaction";

const isOpen = ({ state }: TransactionRow) => (OPEN_STATES as readonly string[]).includes(state);

/**
 * Asks the provider about chosen payments, and says of each row what became of it. Held by the screen, because rows that
 * no longer fit the filter take the bar above the table with them.
 * @returns the bar's button, and the dialog that stands beside the table.
 */
export function useBulkRequery() {
  const { mutate, isPending } = useMutation(requeryAllMutation());
  const [results, setResults] = useState<readonly RequeryResult[] | null>(null);
  const bar = (rows: readonly TransactionRow[], clear: () => void) => {
    const open = rows.filter(isOpen);
    const decided = rows.filter((row) => !isOpen(row)).map(notAsked);
    const ask = () =>
      mutate(open, {
        onSuccess: (asked) => {
          clear();
          setResults([...asked, ...decided]);
        },
      });
    return (
      <Button
        size="sm"
        variant="primary"
        busy={isPending}
        disabled={open.length === 0}
        title={open.length === 0 ? "None of these is undecided." : undefined}
        onClick={ask}
      >
        Ask the provider again
      </Button>
    );
  };
  const dialog = results && (
    <ResultDialog
      title={(done) => `The provider answered about ${done} of ${results.length}`}
      results={results}
      onClose={() => setResults(null)}
    />
  );
  return { bar, dialog };
}

const notAsked = ({ id, reference, state }: TransactionRow): RequeryResult => ({
  id,
  name: reference,
  done: false,
  message: `Not asked: it is ${titleCase(state).toLowerCase()}.`,
});
