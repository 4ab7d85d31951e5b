"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { ReconciliationItemDetails, ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { routes } from "@/lib/contract/routes";
import { meQuery } from "@/lib/queries/auth";
import { useAccess } from "@/lib/queries/rp";
import { canItemsBeMatched } from "./item-sums";

const loadDialogs = () => import("./item-dialogs");
const UndoMatchDialog = lazyWithPreload(loadDialogs, "UndoMatchDialog");
const UndoSplitDialog = lazyWithPreload(loadDialogs, "UndoSplitDialog");
const ResolveItemDialog = lazyWithPreload(loadDialogs, "ResolveItemDialog");
const AskColleagueDialog = lazyWithPreload(loadDialogs, "AskColleagueDialog");
const AnswerQuestionDialog = lazyWithPreload(loadDialogs, "AnswerQuestionDialog");
const SplitItemDialog = lazyWithPreload(() => import("./split-dialog"), "SplitItemDialog");

const DIALOGS = {
  unmatch: UndoMatchDialog,
  split: SplitItemDialog,
  undo_split: UndoSplitDialog,
  resolve: ResolveItemDialog,
  ask: AskColleagueDialog,
  answer: AnswerQuestionDialog,
};
type ActionName = keyof typeof DIALOGS;
const LABELS: Record<ActionName, string> = {
  unmatch: "Undo match",
  split: "Split",
  undo_split: "Join parts",
  resolve: "Resolve",
  ask: "Ask a colleague",
  answer: "Answer",
};

type Props = {
  item: ReconciliationItemDetails;
  onMatch: (items: readonly ReconciliationItemRow[], clear: () => void) => void;
};

/** Renders the actions that a reconciliation item's state and the admin's rights allow. */
export function ItemActions({ item, onMatch }: Props) {
  const mayUpdate = useAccess(routes.reconciliation.matchItems);
  const mayResolve = useAccess(routes.reconciliation.resolveItem);
  const me = useQuery(meQuery()).data?.id;
  const [open, setOpen] = useState<ActionName | null>(null);
  const OpenDialog = open && DIALOGS[open];
  const { counterpart } = item;
  const isOpen = item.match_id === null && !item.is_split;
  const hasTransfer = item.movements.some(({ state }) => state === "awaiting_approval" || state === "posted");
  const actions: ActionName[] = [
    ...(item.asked && item.asked.id === me ? ["answer" as const] : []),
    ...(item.match && !item.match.is_closed && mayUpdate ? ["unmatch" as const] : []),
    ...(item.is_split && !item.is_closed && mayUpdate ? ["undo_split" as const] : []),
    ...(isOpen && mayResolve && !hasTransfer ? ["resolve" as const] : []),
    ...(isOpen && mayUpdate && !item.is_closed ? ["split" as const] : []),
    ...(isOpen && mayUpdate ? ["ask" as const] : []),
  ];
  const canMatch = isOpen && mayUpdate && counterpart?.match_id === null && canItemsBeMatched([item, counterpart]);
  if (!actions.length && !canMatch) return null;
  return (
    <>
      {canMatch && counterpart && (
        <Button variant="primary" onClick={() => onMatch([item, counterpart], () => {})}>
          Match with item {counterpart.id}
        </Button>
      )}
      {actions.map((action) => (
        <Button
          key={action}
          onPointerEnter={DIALOGS[action].preload}
          onFocus={DIALOGS[action].preload}
          onClick={() => setOpen(action)}
        >
          {LABELS[action]}
        </Button>
      ))}
      <Suspense>{OpenDialog && <OpenDialog item={item} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}
