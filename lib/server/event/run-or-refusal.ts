import "server-only";
import { Refusal } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";

/** Executes `run` in a savepoint. If it throws a `Refusal`, rolls back to the savepoint and returns it; earlier locks are kept. */
export async function runOrReturnRefusal<T>(
  tx: Transaction,
  run: (savepoint: Transaction) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await tx.transaction(run);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
