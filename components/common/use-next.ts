"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";

/** The mutation that claims the next record. */
type Claiming = {
  isPending: boolean;
  mutate: (
    input: { skip?: string; idempotencyKey: string },
    then: { onSuccess: (record: { id: string }) => void; onError: (error: Error) => void },
  ) => void;
};
type Next = { call: string; urlOf: (id: string) => string; skip?: string };

/** "Next for me": claims a record and opens it. @param skip the record that one comes from */
export function useNext({ mutate, isPending }: Claiming, { call, urlOf, skip }: Next) {
  const router = useRouter();
  const [opening, open] = useTransition();
  // Kept while no answer came: pressed again after a lost one, it opens the record that is claimed already.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const busy = isPending || opening;
  const next = () => {
    if (busy) return;
    mutate(
      { skip, idempotencyKey },
      {
        onSuccess: ({ id }) => {
          setKey(newIdempotencyKey());
          // What was loaded ahead is there at once, its page too.
          open(() => router.push(urlOf(id)));
        },
        onError: (error) => void toast(error.message, { id: call }),
      },
    );
  };
  return { next, busy };
}
