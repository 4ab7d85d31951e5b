"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "@/lib/client/toast";
import type { KycDetails } from "@/lib/contract/kyc";
import type { KycCheck } from "@/lib/contract/kyc.values";
import { tickChecklistItemMutation } from "@/lib/queries/kyc-review";

type PendingTicks = Partial<Record<KycCheck, boolean>>;
/** State of the checklist, and the functions that tick its items. */
export type ChecklistTicks = ReturnType<typeof useChecklistTicks>;

const isRecorded = ({ checklist }: Pick<KycDetails, "checklist">, item: KycCheck) =>
  checklist.some((each) => each.item === item && each.checked !== null);

/**
 * Manages the ticks of a request's checklist with optimistic updates. Ticks are sent one after the other, in order.
 * @param onTick called after each tick with the items that are still open
 */
export function useChecklistTicks(
  request: Pick<KycDetails, "id" | "checklist">,
  onTick?: (open: readonly KycCheck[]) => void,
) {
  const [pending, setPending] = useState<PendingTicks>({});
  // A ref instead of state, because keys may be pressed faster than React renders.
  const latest = useRef(pending);
  const lastTick = useRef<Promise<KycDetails | undefined>>(undefined);
  const { mutateAsync } = useMutation({ ...tickChecklistItemMutation(), scope: { id: `kyc.check:${request.id}` } });
  const setTicks = (next: PendingTicks) => {
    latest.current = next;
    setPending(next);
  };
  const isTicked = (item: KycCheck) => latest.current[item] ?? isRecorded(request, item);
  const openItems = () => request.checklist.map(({ item }) => item).filter((item) => !isTicked(item));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the record has changed
  useEffect(() => {
    const unsaved = Object.entries(latest.current).filter(([item, is]) => isRecorded(request, item as KycCheck) !== is);
    if (unsaved.length < Object.keys(latest.current).length) setTicks(Object.fromEntries(unsaved));
  }, [request.checklist]);

  const tick = (item: KycCheck, checked: boolean) => {
    setTicks({ ...latest.current, [item]: checked });
    if (checked) onTick?.(openItems());
    // Handles errors here, because with two pending mutations, `mutate` calls only the callbacks of the second.
    lastTick.current = mutateAsync({ kycId: request.id, item, checked }).catch((error: Error) => {
      const { [item]: _, ...withoutItem } = latest.current;
      setTicks(withoutItem);
      toast.error(error.message);
      return undefined;
    });
  };
  return {
    isTicked,
    open: openItems(),
    tick,
    tickNext: () => {
      const [item] = openItems();
      if (item) tick(item, true);
    },
    /** Waits for ticks that are still being sent. @returns the request after the last tick */
    settled: async () => lastTick.current,
  };
}
