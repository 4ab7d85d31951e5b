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
 * The ticks of a request's checklist: each shows at once, until the record says the same or it was refused. They go out one
 * after the other, in their order.
 * @param onTick told of each tick, with the items that are open after it
 */
export function useTicks(request: Pick<KycSingle, "id" | "checklist">, onTick?: (open: readonly KycCheck[]) => void) {
  const [pending, setPending] = useState<Pending>({});
  // Read by keys that are pressed faster than the screen is drawn.
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
    // Not mutate's own callbacks: of two ticks it calls the second one's only.
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
    /** Waits for what is on its way. @returns the record as the newest tick left it */
    settled: async () => last.current,
  };
}
