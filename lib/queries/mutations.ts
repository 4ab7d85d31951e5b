import { mutationOptions } from "@tanstack/react-query";
import type { KeyGroup } from "@/lib/modules";

type ApiCall<Input, Output> = (input: Input, options?: { context?: { idempotencyKey?: string } }) => Promise<Output>;

/**
 * Builds the mutations of a module. Each one refetches visible queries of the groups in `invalidates`. The form or dialog that
 * sent it shows its errors.
 */
export const mutationsOf = (...invalidates: readonly KeyGroup[]) => {
  const meta = { invalidates, quiet: true } as const;
  return {
    /** For mutations with further options. */
    meta,
    /** `idempotencyKey`: one per opening of the form, so that a retry after a lost response makes only one record. */
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
