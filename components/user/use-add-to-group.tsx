"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { GroupAdditionResult } from "@/lib/contract/user-groups";
import { formatUserCount } from "./user-words";

const loadDialog = () => import("./add-to-group-dialog");
const AddToGroupDialog = lazyWithPreload(loadDialog, "AddToGroupDialog");
const AddToGroupResults = lazyWithPreload(loadDialog, "AddToGroupResults");

type GroupSelection = { ids: readonly string[]; clear: () => void };

/**
 * Adds the selected users to a group. If some users can't be added, lists the result of each.
 * @returns the button for the selection bar, and the dialogs to render beside the table
 */
export function useAddToGroup() {
  const [selection, setSelection] = useState<GroupSelection | null>(null);
  const [results, setResults] = useState<readonly GroupAdditionResult[] | null>(null);
  const showResults = (additions: readonly GroupAdditionResult[]) => {
    selection?.clear();
    if (additions.every(({ done }) => done)) toast.success(`${formatUserCount(additions.length)} added.`);
    else setResults(additions);
  };
  const bar = (rows: readonly { id: string }[], clear: () => void) => (
    <Button
      size="sm"
      variant="primary"
      onPointerEnter={() => void loadDialog()}
      onFocus={() => void loadDialog()}
      onClick={() => setSelection({ ids: rows.map(({ id }) => id), clear })}
    >
      Add to group…
    </Button>
  );
  const dialogs = (
    <Suspense>
      {selection && (
        <AddToGroupDialog users={[...selection.ids]} onAdded={showResults} onClose={() => setSelection(null)} />
      )}
      {results && <AddToGroupResults results={results} onClose={() => setResults(null)} />}
    </Suspense>
  );
  return { bar, dialogs };
}
