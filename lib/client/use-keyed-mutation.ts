"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "./idempotency";

/**
 * Returns a mutation with one idempotency key per opened form, so that a retry after a lost response takes effect once.
 * A form that stays open after success must create a new key itself.
 */
export function useKeyedMutation<Output, Input>(
  options: (idempotencyKey: string) => UseMutationOptions<Output, Error, Input>,
) {
  const [key] = useState(newIdempotencyKey);
  return useMutation(options(key));
}
