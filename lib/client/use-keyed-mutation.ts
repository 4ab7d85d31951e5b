"use client";

import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { newIdempotencyKey } from "./idempotency";

/**
 * A mutation with one Idempotency-Key for as long as the form is open, so that a retry after a lost answer has one effect.
 * What can be done several times without being closed makes a new key after each success itself.
 */
export function useKeyedMutation<Output, Input>(
  options: (idempotencyKey: string) => UseMutationOptions<Output, Error, Input>,
) {
  const [key] = useState(newIdempotencyKey);
  return useMutation(options(key));
}
