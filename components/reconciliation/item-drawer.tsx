"use client";

import { useQuery } from "@tanstack/react-query";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReconciliationItemDetails, ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { EXCEPTION_REASON_WORDS } from "@/lib/contract/reconciliation-items.values";
import { routes } from "@/lib/contract/routes";
import { reconciliationItemQuery } from "@/lib/queries/reconciliation-items";
import { useAccess } from "@/lib/queries/rp";
import { ItemActions } from "./item-actions";
import { ItemFacts } from "./item-facts";
import { ItemComparison, ReconciliationItemList } from "./item-lines";
import { canItemsBeMatched } from "./item-sums";

type Props = {
  itemId: number;
  onMatch: (items: readonly ReconciliationItemRow[], clear: () => void) => void;
  onClose: () => void;
};

/** Renders a reconciliation item: why it is open, next step, comparison of the three sides, possible matches, actions and history. */
export function ItemDrawer({ itemId, onMatch, onClose }: Props) {
  const { data, error, isFetching, refetch } = useQuery(reconciliationItemQuery(itemId));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title={`Item ${itemId}`}
      footer={data && <ItemActions item={data} onMatch={onMatch} />}
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <ItemContent item={data} onMatch={onMatch} />}
    </Dialog>
  );
}

function ItemContent({ item, onMatch }: { item: ReconciliationItemDetails; onMatch: Props["onMatch"] }) {
  const mayMatch = useAccess(routes.reconciliation.matchItems);
  const isOpen = item.match_id === null && !item.is_split;
  const matchWith = (other: ReconciliationItemRow) => onMatch([item, other], () => {});
  const settled = item.candidates.filter((candidate) => canItemsBeMatched([item, candidate]));
  const others = item.candidates.filter((candidate) => !canItemsBeMatched([item, candidate]));
  return (
    <div className="space-y-6">
      {item.reason && item.next_step && (
        <Alert tone={item.state === "exception" ? "warning" : "info"} title={EXCEPTION_REASON_WORDS[item.reason]}>
          <p className="font-normal">{item.next_step}</p>
        </Alert>
      )}
      <ItemFacts item={item} />
      <ItemComparison item={item} />
      <ReconciliationItemList
        title="Items of the match"
        items={item.match?.items ?? []}
        total={item.match?.total}
        currentId={item.id}
      />
      <ReconciliationItemList
        title="Compared with"
        items={item.counterpart ? [item.counterpart] : []}
        currentId={item.id}
      />
      <ReconciliationItemList
        title="Candidates"
        items={settled}
        currentId={item.id}
        onMatch={isOpen && mayMatch ? matchWith : undefined}
      />
      <ReconciliationItemList title="Same reference, other amount" items={others} currentId={item.id} />
      <ReconciliationItemList title="Settlement" items={item.settlement ? [item.settlement] : []} currentId={item.id} />
      <ReconciliationItemList
        title="Records of this settlement"
        items={item.contained}
        total={item.contained_total}
        currentId={item.id}
      />
      <ReconciliationItemList title="Parts" items={item.parts} currentId={item.id} />
      <section>
        <h3 className="mb-3 font-bold">History</h3>
        <Timeline entries={item.timeline} />
      </section>
    </div>
  );
}
