import { MutationCache, QueryClient } from "@tanstack/react-query";
import type { KeyGroup } from "@/lib/modules";
import { ApiError, isStatus } from "./api-error";
import { closeWindows } from "./list-window";
import { toast } from "./toast";

/** Metadata of a mutation, handled by the mutation cache below. */
type MutationMeta = {
  /** Key groups whose cached queries are refetched, also after an edit conflict (409). */
  invalidates?: readonly KeyGroup[];
  /** Text of the success toast. */
  done?: string;
  /** True if the screen shows the error itself, as a form does; then there is no toast. */
  quiet?: boolean;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: MutationMeta & Record<string, unknown>;
    defaultError: Error;
  }
}

/**
 * Returns the time in ms that unused data stays in memory. Infinite on the server: the client is freed with its page, and a timer
 * would keep it in memory.
 */
export const gcTimeOf = (ms: number): number => (typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms);

const isTransientError = (error: Error) => error instanceof ApiError && error.isRetryable;

export function makeQueryClient(): QueryClient {
  const invalidateGroups = (groups: readonly KeyGroup[] = []) =>
    Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: [group] })));
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // 60 s: the specification's cache time (section 9). Fresh for 20 s, so that hydrated data is not fetched again.
      queries: {
        gcTime: gcTimeOf(60_000),
        staleTime: 20_000,
        // No retry during server rendering: it would double the wait, and the error page offers a reload.
        retry: (failures, error) => typeof window !== "undefined" && failures < 1 && isTransientError(error),
        retryDelay: 1_000,
      },
      // Writes are never retried automatically, and not sent later if the browser was offline.
      mutations: { retry: false, networkMode: "always" },
    },
    mutationCache: new MutationCache({
      onSuccess: async (_data, _variables, _result, mutation) => {
        const meta = mutation.meta;
        if (meta?.done) toast.success(meta.done);
        closeWindows(client, meta?.invalidates ?? []);
        await invalidateGroups(meta?.invalidates);
      },
      onError: async (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) toast.error(error.message);
        // The data on screen was outdated: refetches it behind the error message.
        if (isStatus(error, 409)) await invalidateGroups(mutation.meta?.invalidates);
      },
    }),
  });
  return client;
}
