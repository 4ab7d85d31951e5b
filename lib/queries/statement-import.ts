import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const calls = api.reconciliation;
const { changes } = mutationsInvalidating("System-Wallet", "System-Logs");

/** Columns of a bank's statement files, as they are stored. */
export type StoredStatementLayout = Parameters<typeof calls.saveStatementLayout>[0]["layout"];

/** Reads the columns that were chosen for the files of a bank. */
export const statementLayoutQuery = (bankCode: string) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "statement-layout", bankCode),
    queryFn: ({ signal }) => calls.statementLayout({ bankCode }, { signal }),
  });

export const saveStatementLayoutMutation = changes(calls.saveStatementLayout);
/** Begins the import of a statement's file, before its lines are sent. */
export const beginStatementMutation = changes(calls.beginStatement);
/** Checks the stored lines and imports them. */
export const finishStatementMutation = changes(calls.finishStatement);
/** Cancels the import of a statement's file. */
export const cancelStatementMutation = changes(calls.cancelStatement);

type LinesInput = Parameters<typeof calls.addStatementLines>[0] & { signal: AbortSignal };

/** Stores lines of a statement. Refetches nothing, because a large file needs a hundred calls; `finishStatementMutation` refetches. */
export const addStatementLinesMutation = () =>
  mutationOptions({
    mutationFn: ({ signal, ...input }: LinesInput) => calls.addStatementLines(input, { signal }),
    meta: { quiet: true },
  });
