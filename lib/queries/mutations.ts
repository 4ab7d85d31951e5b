import { mutationOptions } from "@tanstack/react-query";
import type { KeyGroup } from "@/lib/modules";

type Call<Input, Output> = (input: Input, options?: { context?: { idempotencyKey?: string } }) => Promise<Output>;

/**
 * The mutations of a module's calls. After each, what is on screen of the groups in `invalidates` is read again; a failure
 * is shown by the form or dialog that sent it.
 */
export const mutationsOf = (...invalidates: readonly KeyGroup[]) => {
  const meta = { invalidates, quiet: true } as const;
  return {
    /** For those that do more than ask. */
    meta,
    /** `idempotencyKey`: one for each time the form is opened, so that a retry after a lost answer makes one record. */
    creates:
      <Input, Output>(call: Call<Input, Output>) =>
      (idempotencyKey: string) =>
        mutationOptions({ mutationFn: (input: Input) => call(input, { context: { idempotencyKey } }), meta }),
    changes:
      <Input, Output>(call: Call<Input, Output>) =>
      () =>
        mutationOptions({ mutationFn: (input: Input) => call(input), meta }),
  };
};
