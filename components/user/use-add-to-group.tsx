"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { toast } from "@/lib/client/toast";
import type { AdditionResult } from "@/lib/contract/user-groups";
import { usersWords } from "./user-words";

const loadDialog = () => import("./add-to-group-dialog");
const AddToGroupDialog = lazyPart(loadDialog, "AddToGroupDialog");
const AddToGroupResults = lazyPart(loadDialog, "AddToGroupResults");

type Chosen = { ids: readonly string[]; clear: () => void };

/**
 * Adds chosen users to a group together; who was not added is listed row by row.
 * @returns the button of the bar above the table, and the dialogs that stand beside the table
 */
export function useAddToGroup() {
  const [choosing, setChoosing] = useState<Chosen | null>(null);
  const [results, setResults] = useState<readonly AdditionResult[] | null>(null);
  const told = (answer: readonly AdditionResult[]) => {
    choosing?.clear();
    if (answer.every(({ done }) => done)) toast.success(`${usersWords(answer.length)} added.`);
    else setResults(answer);
  };
  const bar = (rows: readonly { id: string }[], clear: () => void) => (
    <Button
      size="sm"
      variant="primary"
      onPointerEnter={() => void loadDialog()}
      onFocus={() => void loadDialog()}
      onClick={() => setChoosing({ ids: rows.map(({ id }) => id), clear })}
    >
      Add to group…
    </Button>
  );
  const dialogs = (
    <Suspense>
      {choosing && <AddToGroupDialog users={[...choosing.ids]} onAdded={told} onClose={() => setChoosing(null)} />}
      {results && <AddToGroupResults results={results} onClose={() => setResults(null)} />}
    </Suspense>
  );
  return { bar, dialogs };
}
