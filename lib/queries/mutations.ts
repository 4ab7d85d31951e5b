import { mutationOptions } from "@tanstack/react-query";
import type { QueryKeyGroup } from "@/lib/modules";

type ApiCall<Input, Output> = (input: Input, options?: { context?: { idempotencyKey?: string } }) => Promise<Output>;

/**
 * Builds the mutations of a module. After success each one refetches visible queries of the groups in `invalidates`. The form or dialog
 * that sends a mutation shows its errors.
 */
export const mutationsInvalidating = (...invalidates: readonly QueryKeyGroup[]) => {
  const meta = { invalidates, quiet: true } as const;
  return {
    /** Metadata with the groups to refetch, for mutations that are built elsewhere because they need further options. */
    meta,
    /** `idempotencyKey`: a new key for each opened form, so that a retry after a lost response creates only one record. */
    creates:
      <Input, Output>(call: ApiCall<Input, Output>) =>
      (idempotencyKey: string) =>
        mutationOptions({ mutationFn: (input: Input) => call(input, { context: { idempotencyKey } }), meta }),
    changes:
      <Input, Output>(call: ApiCall<Input, Output>) =>
      () =>
        mutationOptions({ mutationFn: (input: Input) => call(input), meta }),
  };
};
