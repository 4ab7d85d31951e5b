"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { nextIreportMutation } from "@/lib/queries/ireport";
import { reportUrl } from "./ireport-words";

/**
 * "Next for me": claims the report that is due first among those that nobody has, and opens it.
 * @param skip the report that one comes from.
 */
export function useIreportNext(skip?: string) {
  const router = useRouter();
  const [opening, open] = useTransition();
  // Kept while no answer came: pressed again after a lost one, it opens the report that is claimed already.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const { mutate, isPending } = useMutation(nextIreportMutation());
  const busy = isPending || opening;
  const next = () => {
    if (busy) return;
    mutate(
      { skip, idempotencyKey },
      {
        onSuccess: ({ id }) => {
          setKey(newIdempotencyKey());
          open(() => router.push(reportUrl(id)));
        },
        onError: (error) => void toast(error.message, { id: "ireport.next" }),
      },
    );
  };
  return { next, busy };
}
