import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { BroadcastAudience, BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type BroadcastListInput = Parameters<typeof api.appConfig.broadcasts>[0];
export type BroadcastInput = Parameters<typeof api.appConfig.createBroadcast>[0];
type Ref = { broadcastId: string; version: number };

/** Polling intervals in ms: while a notification is being sent, and while it is paused or waits for an approval or its start. */
const SENDING_POLL_MS = 2_000;
const WAITING_POLL_MS = 15_000;
const STATES_THAT_CHANGE: readonly BroadcastWithFigures["state"][] = ["awaiting_approval", "scheduled", "paused"];

/** Reads a page of the list of notifications to citizens. */
export const broadcastsQuery = (input: BroadcastListInput) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "broadcasts", input),
    queryFn: ({ signal }) => api.appConfig.broadcasts(input, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const states = state.data?.items.map((item) => item.state) ?? [];
      if (states.includes("sending")) return SENDING_POLL_MS * 2;
      return states.some((each) => STATES_THAT_CHANGE.includes(each)) ? WAITING_POLL_MS : false;
    },
  });

/** Reads one notification to citizens, with its progress. */
export const broadcastQuery = (broadcastId: string) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "broadcast", broadcastId),
    queryFn: ({ signal }) => api.appConfig.broadcast({ broadcastId }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state === "sending") return SENDING_POLL_MS;
      return data && STATES_THAT_CHANGE.includes(data.state) ? WAITING_POLL_MS : false;
    },
  });

/** Counts the people and devices in the audience of a notification now. */
export const audienceCountQuery = (audience: BroadcastAudience) =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "broadcast-audience", audience),
    queryFn: ({ signal }) => api.appConfig.countAudience({ audience }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

const PAGE_SIZE = 100;
/** Reads all published content entries of a kind, as possible targets of a notification, sorted by title. */
export const broadcastTargetsQuery = (kind: "announcements" | "culture" | "faq") =>
  queryOptions({
    queryKey: queryKeyOf(kind === "faq" ? "AppConfig" : "Content", "targets", kind),
    queryFn: async ({ signal }) => {
      const entries: ContentEntryRow[] = [];
      for (let page = 0; ; page++) {
        const input = { state: "published", page, size: PAGE_SIZE, sort: "title" } as const;
        const { items, total } = await (kind === "faq"
          ? api.appConfig.entries({ kind, ...input }, { signal })
          : api.content.entries({ kind, ...input }, { signal }));
        entries.push(...items);
        if (items.length < PAGE_SIZE || entries.length >= total) return entries;
      }
    },
  });

const { changes, meta } = mutationsInvalidating("AppConfig", "Overview", "System-Logs");

/** Builds a mutation that caches its response. Cancels pending reads first, because their older data would overwrite it. */
function mutator<I>(mutationFn: (input: I) => Promise<BroadcastWithFigures>) {
  return mutationOptions({
    mutationFn,
    onSuccess: (updated: BroadcastWithFigures, _input: I, _result: unknown, { client }: { client: QueryClient }) => {
      const { queryKey } = broadcastQuery(updated.id);
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, updated);
    },
    meta,
  });
}

/** `idempotencyKey`: a new key for each entered text, so that a retry after a lost response adds only one notification. */
export const createBroadcastMutation = () =>
  mutator(({ idempotencyKey, ...input }: BroadcastInput & { idempotencyKey: string }) =>
    api.appConfig.createBroadcast(input, { context: { idempotencyKey } }),
  );
export const saveBroadcastMutation = () => mutator((input: Ref & BroadcastInput) => api.appConfig.saveBroadcast(input));
/** Sends a notification now, schedules it, or requests approval if the notification has many recipients. */
export const sendBroadcastMutation = () =>
  mutator((input: Ref & { at: string | null; reason?: string }) => api.appConfig.sendBroadcast(input));
export const pauseBroadcastMutation = () =>
  mutator((input: Ref & { paused: boolean }) => api.appConfig.pauseBroadcast(input));
export const cancelBroadcastMutation = () => mutator((input: Ref) => api.appConfig.cancelBroadcast(input));
/** Sends a notification again to devices whose result is unknown after a crash of the server. */
export const resendToUnknownDevicesMutation = () => mutator((input: Ref) => api.appConfig.resendUnknown(input));

export const deleteBroadcastMutation = changes(api.appConfig.deleteBroadcast);

/** Sends the notification as a test to the admin's own browsers. Refetches nothing, because the notification does not change. */
export const testBroadcastMutation = () =>
  mutationOptions({ mutationFn: (input: Ref) => api.appConfig.testBroadcast(input), meta: { quiet: true } });
