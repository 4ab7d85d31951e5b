import { MutationCache, QueryClient } from "@tanstack/react-query";
import type { QueryKeyGroup } from "@/lib/modules";
import { ApiError, isApiErrorWithStatus } from "./api-error";
import { recordSuccessfulWrite } from "./list-window";
import { toast } from "./toast";

/** Metadata of a mutation, handled by the mutation cache below. */
type MutationMeta = {
  /** Query key groups that are refetched after success and after an edit conflict (409). */
  invalidates?: readonly QueryKeyGroup[];
  /** Text of the success toast. */
  done?: string;
  /** True if the screen displays the error itself, as a form does; otherwise a toast shows it. */
  quiet?: boolean;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: MutationMeta & Record<string, unknown>;
    defaultError: Error;
  }
}

/** Time in ms that unused data stays cached. Infinite on the server, where a timer would keep the client in memory. */
export const gcTimeOf = (ms: number): number => (typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms);

const isTransientError = (error: Error) => error instanceof ApiError && error.isRetryable;

/** Creates the TanStack Query client of the dashboard, with its defaults for caching, retries and error toasts. */
export function makeQueryClient(): QueryClient {
  const invalidateGroups = (groups: readonly QueryKeyGroup[] = []) =>
    Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: [group] })));
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Data is fresh for 20 s, so that hydrated data is not fetched again; cached for 60 s (specification section 9).
      queries: {
        gcTime: gcTimeOf(60_000),
        staleTime: 20_000,
        // Does not retry during server rendering: a retry would double the wait, and the error page offers a reload.
        retry: (failures, error) => typeof window !== "undefined" && failures < 1 && isTransientError(error),
        retryDelay: 1_000,
      },
      // Writes are never retried automatically, nor sent later if the browser was offline.
      mutations: { retry: false, networkMode: "always" },
    },
    mutationCache: new MutationCache({
      onSuccess: async (_data, _variables, _result, mutation) => {
        const meta = mutation.meta;
        if (meta?.done) toast.success(meta.done);
        recordSuccessfulWrite(client, meta?.invalidates ?? []);
        await invalidateGroups(meta?.invalidates);
      },
      onError: async (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) toast.error(error.message);
        // Refetches after an edit conflict, because the data on screen is outdated.
        if (isApiErrorWithStatus(error, 409)) await invalidateGroups(mutation.meta?.invalidates);
      },
    }),
  });
  return client;
}
