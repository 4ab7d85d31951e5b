"use client";

import { useMutation } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { CancellationStep } from "@/lib/contract/event-cancellation";
import { retryCancellationStepMutation } from "@/lib/queries/event";

/** Renders the button that retries one failed refund, and shows the result. */
export function RefundRetryButton({ eventId, step }: { eventId: string; step: CancellationStep }) {
  const [key, setKey] = useState(newIdempotencyKey);
  const { mutate, isPending } = useMutation({
    ...retryCancellationStepMutation(key),
    onSuccess: ({ state, problem, order }) => {
      // Creates a new idempotency key for each press, because each press is a new attempt. Only a request with a lost response is retried
      // with the same key.
      setKey(newIdempotencyKey());
      if (state === "done") toast.success(`${order.reference} is done.`);
      else toast.error(problem ?? "It failed again.");
    },
    onError: (error) => void toast.error(error.message),
  });
  return (
    <Button
      size="sm"
      busy={isPending}
      aria-label={`Retry ${step.order.reference}`}
      onClick={() => mutate({ eventId, orderId: step.order.id })}
    >
      <RotateCw aria-hidden="true" /> Retry
    </Button>
  );
}
