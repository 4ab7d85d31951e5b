import { MutationCache, QueryClient } from "@tanstack/react-query";
import type { KeyGroup } from "@/lib/modules";
import { ApiError, isStatus } from "./api-error";
import { toast } from "./toast";

/** What a mutation says about itself; handled once, here. */
type MutationMeta = {
  /** Groups whose cached lists and records are read again, also when somebody else was faster (409). */
  invalidates?: readonly KeyGroup[];
  /** Text of the success toast. */
  done?: string;
  /** The screen shows the error itself (a form does), so no toast. */
  quiet?: boolean;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: MutationMeta & Record<string, unknown>;
    defaultError: Error;
  }
}

/**
 * How long what nobody looks at stays in memory, in ms. On the server there is no time: what a page read goes with the page,
 * and a clock would only hold on to it, and to all that hangs on it, until it has run out.
 */
export const keptFor = (ms: number): number => (typeof window === "undefined" ? Number.POSITIVE_INFINITY : ms);

const isPassing = (error: Error) => error instanceof ApiError && error.isPassing;

export function makeQueryClient(): QueryClient {
  const readAgain = (groups: readonly KeyGroup[] = []) =>
    Promise.all(groups.map((group) => client.invalidateQueries({ queryKey: [group] })));
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // 60 s: the specification's cache keep-time (section 9). Fresh for 20 s, so that hydrated rows are not asked twice.
      queries: {
        gcTime: keptFor(60_000),
        staleTime: 20_000,
        // Not for a page on the server: anyone who waits for it would wait twice as long, and has Reload Page.
        retry: (failures, error) => typeof window !== "undefined" && failures < 1 && isPassing(error),
        retryDelay: 1_000,
      },
      // A write is never repeated by itself, and one that failed offline is not sent when the line is back.
      mutations: { retry: false, networkMode: "always" },
    },
    mutationCache: new MutationCache({
      onSuccess: async (_data, _variables, _result, mutation) => {
        const meta = mutation.meta;
        if (meta?.done) toast.success(meta.done);
        await readAgain(meta?.invalidates);
      },
      onError: async (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) toast.error(error.message);
        // What is on screen was old: by the time that the refusal is read, what is new stands behind it.
        if (isStatus(error, 409)) await readAgain(mutation.meta?.invalidates);
      },
    }),
  });
  return client;
}
