"use client";

import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { MATCH_ITEMS_MAX } from "@/lib/contract/reconciliation-items.values";
import { pluralize } from "@/lib/format";
import { canItemsBeMatched, ItemSumsBySide } from "./item-sums";

const MatchItemsDialog = lazyWithPreload(() => import("./match-dialog"), "MatchItemsDialog");

const mergeItems = (...lists: readonly (readonly ReconciliationItemRow[])[]) => [
  ...new Map(lists.flat().map((item) => [item.id, item])).values(),
];

/**
 * Matches selected reconciliation items. Because the selection contains only visible rows, the admin can collect items, which stay
 * collected while the admin searches for their counterparts. Call it in the screen, which stays mounted.
 * @returns the bar for selected rows, the bar of collected items, and the dialog to render beside the table
 */
export function useItemMatching() {
  const [collected, setCollected] = useState<readonly ReconciliationItemRow[]>([]);
  const [matching, setMatching] = useState<{ items: readonly ReconciliationItemRow[]; clear: () => void } | null>(null);
  const match = (items: readonly ReconciliationItemRow[], clear: () => void) => setMatching({ items, clear });
  const collect = (rows: readonly ReconciliationItemRow[], clear: () => void) => {
    setCollected((previous) => mergeItems(previous, rows).slice(0, MATCH_ITEMS_MAX));
    clear();
  };
  const bar = (rows: readonly ReconciliationItemRow[], clear: () => void) => (
    <SelectionBar
      items={mergeItems(collected, rows)}
      onMatch={(items) => match(items, clear)}
      onCollect={() => collect(rows, clear)}
    />
  );
  const collection = collected.length > 0 && (
    <section
      aria-label="Collected items"
      className="mb-3 flex flex-wrap items-center gap-2 rounded-lg bg-sunken px-4 py-2 text-sm"
    >
      <span className="font-semibold">{pluralize(collected.length, "item")} collected</span>
      <span className="mr-auto">
        <ItemSumsBySide items={collected} />
      </span>
      <Button
        size="sm"
        variant="primary"
        disabled={!canItemsBeMatched(collected)}
        onPointerEnter={MatchItemsDialog.preload}
        onFocus={MatchItemsDialog.preload}
        onClick={() => match(collected, () => {})}
      >
        Match collected
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setCollected([])}>
        Clear collection
      </Button>
    </section>
  );
  const dialog = (
    <Suspense>
      {matching && (
        <MatchItemsDialog
          items={matching.items}
          onMatched={() => {
            matching.clear();
            setCollected([]);
          }}
          onClose={() => setMatching(null)}
        />
      )}
    </Suspense>
  );
  return { bar, collection, dialog, match };
}

type SelectionBarProps = {
  /** Selected and collected items. */
  items: readonly ReconciliationItemRow[];
  onMatch: (items: readonly ReconciliationItemRow[]) => void;
  onCollect: () => void;
};

function SelectionBar({ items, onMatch, onCollect }: SelectionBarProps) {
  const isReady = canItemsBeMatched(items);
  useShortcuts("Selected items", [
    ...(isReady ? [{ key: "m", label: "Match", run: () => onMatch(items) }] : []),
    { key: "c", label: "Collect", run: onCollect },
  ]);
  return (
    <>
      <ItemSumsBySide items={items} />
      {!isReady && <span className="text-muted">Match needs equal sums</span>}
      <Button
        size="sm"
        variant="primary"
        disabled={!isReady}
        aria-keyshortcuts="m"
        onPointerEnter={MatchItemsDialog.preload}
        onFocus={MatchItemsDialog.preload}
        onClick={() => onMatch(items)}
      >
        Match
        <span className="max-md:hidden">
          <Kbd>M</Kbd>
        </span>
      </Button>
      <Button size="sm" aria-keyshortcuts="c" onClick={onCollect}>
        Collect
      </Button>
    </>
  );
}
