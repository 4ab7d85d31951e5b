"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import type { KycCheck } from "@/lib/contract/kyc.values";
import { checkKycMutation } from "@/lib/queries/kyc-review";

type Pending = Partial<Record<KycCheck, boolean>>;
export type Ticks = ReturnType<typeof useTicks>;

const onRecord = ({ checklist }: Pick<KycSingle, "checklist">, item: KycCheck) =>
  checklist.some((each) => each.item === item && each.checked !== null);

/**
 * Manages the ticks of a checklist with optimistic updates. Ticks are sent one after the other, in order.
 * @param onTick called after each tick with the items that are still open
 */
export function useTicks(request: Pick<KycSingle, "id" | "checklist">, onTick?: (open: readonly KycCheck[]) => void) {
  const [pending, setPending] = useState<Pending>({});
  // A ref, because keys may be pressed faster than React renders.
  const latest = useRef(pending);
  const last = useRef<Promise<KycSingle | undefined>>(undefined);
  const { mutateAsync } = useMutation({ ...checkKycMutation(), scope: { id: `kyc.check:${request.id}` } });
  const set = (next: Pending) => {
    latest.current = next;
    setPending(next);
  };
  const isTicked = (item: KycCheck) => latest.current[item] ?? onRecord(request, item);
  const openNow = () => request.checklist.map(({ item }) => item).filter((item) => !isTicked(item));
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the record has changed
  useEffect(() => {
    const left = Object.entries(latest.current).filter(([item, is]) => onRecord(request, item as KycCheck) !== is);
    if (left.length < Object.keys(latest.current).length) set(Object.fromEntries(left));
  }, [request.checklist]);

  const tick = (item: KycCheck, checked: boolean) => {
    set({ ...latest.current, [item]: checked });
    if (checked) onTick?.(openNow());
    // Handles the error here: of two pending mutations, `mutate` calls the callbacks of the second only.
    last.current = mutateAsync({ kycId: request.id, item, checked }).catch((error: Error) => {
      const { [item]: _, ...rest } = latest.current;
      set(rest);
      toast.error(error.message);
      return undefined;
    });
  };
  return {
    isTicked,
    open: openNow(),
    tick,
    tickNext: () => {
      const [item] = openNow();
      if (item) tick(item, true);
    },
    /** Waits for pending ticks. @returns the request after the newest tick */
    settled: async () => last.current,
  };
}
