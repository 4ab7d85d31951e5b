import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved, isApiErrorWithStatus } from "@/lib/client/api-error";
import { sendFile } from "@/lib/client/upload";
import { appConfigRoutes } from "@/lib/contract/app-config.routes";
import { contentRoutes } from "@/lib/contract/content.routes";
import type { ContentEntryDetails, ContentEntryRow, UploadedImage } from "@/lib/contract/content-entries";
import { CONTENT_MODULE_KINDS, type ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { LINK_CHECK_QUERY_NAME } from "./content";
import { queryKeyOf } from "./keys";

type ListInput = Parameters<typeof api.content.entries>[0];
export type ContentEntryListInput = Omit<ListInput, "kind">;
type ContentEntryRef = { entryId: string; version: number };
type PublicationInput = ContentEntryRef & { from: string | null; until: string | null; must_accept?: boolean };

/**
 * Returns true for kinds in the Content module; the others belong to App Configurations. The type of `api.content` fits both modules'
 * calls.
 */
const isContentModuleKind = (kind: ContentEntryKind) => (CONTENT_MODULE_KINDS as readonly string[]).includes(kind);
const apiOf = (kind: ContentEntryKind) =>
  (isContentModuleKind(kind) ? api.content : api.appConfig) as typeof api.content;
const groupOf = (kind: ContentEntryKind) => (isContentModuleKind(kind) ? "Content" : "AppConfig");
/** Returns the API routes of a kind of content. Their policies decide what an admin may do with such content entries. */
export const contentEntryRoutesOf = (kind: ContentEntryKind) =>
  isContentModuleKind(kind) ? contentRoutes : appConfigRoutes;
const named = (kind: ContentEntryKind) => kind as ListInput["kind"];

export const contentEntriesQuery = (kind: ContentEntryKind, input: ContentEntryListInput) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "entries", { kind, ...input }),
    queryFn: ({ signal }) => apiOf(kind).entries({ kind: named(kind), ...input }, { signal }),
    placeholderData: keepPreviousData,
  });

const MAX_ORDERED_CONTENT_ENTRIES = 100;
/** Reads all entries of a kind that are not archived, for changing their order. Loads all pages, because there are few entries. */
export const orderedContentEntriesQuery = (kind: ContentEntryKind) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "ordered-entries", kind),
    queryFn: async ({ signal }) => {
      const all: ContentEntryRow[] = [];
      for (let page = 0; ; page++) {
        const input = { kind: named(kind), page, size: MAX_ORDERED_CONTENT_ENTRIES, sort: "position" };
        const { items, total } = await apiOf(kind).entries(input, { signal });
        all.push(...items);
        if (items.length < MAX_ORDERED_CONTENT_ENTRIES || all.length >= total) return all;
      }
    },
  });

export const contentEntryQuery = (kind: ContentEntryKind, entryId: string) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "entry", { kind, entryId }),
    queryFn: ({ signal }) => apiOf(kind).entry({ kind: named(kind), entryId }, { signal }),
  });

/** Reads one publication of an entry. Publications never change, so they are never refetched. */
export const publicationQuery = (kind: ContentEntryKind, entryId: string, number: number) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "publication", { kind, entryId, number }),
    queryFn: ({ signal }) => apiOf(kind).publication({ kind: named(kind), entryId, number }, { signal }),
    staleTime: "static",
  });

/** Reads the response that the citizen app would receive for the draft on screen. */
export const contentEntryPreviewQuery = (kind: ContentEntryKind, entryId: string, draft: AnyDraft, language: string) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "preview", { kind, entryId, draft, language }),
    queryFn: ({ signal }) => apiOf(kind).previewEntry({ kind: named(kind), entryId, draft, language }, { signal }),
    placeholderData: keepPreviousData,
    // Not refetched after a save, because the same draft always has the same preview.
    staleTime: "static",
    gcTime: 0,
  });

/** Reads the citizen app's languages, English first. Uses the public call, because editors may lack rights to the app configuration. */
export const publicLanguagesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("AppConfig", "public-languages"),
    queryFn: ({ signal }) => api.appConfig.publicLanguages({}, { signal }),
  });

/** Reads the user groups that can be the audience of an entry. */
export const audienceGroupsQuery = (kind: ContentEntryKind) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "audience-groups"),
    queryFn: ({ signal }) => apiOf(kind).audienceGroups({}, { signal }),
  });

/** Reads the pictures of an entry's form by their ids. Pictures never change. */
export const contentEntryImagesQuery = (kind: ContentEntryKind, ids: readonly string[]) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "images", [...ids].sort()),
    queryFn: ({ signal }) => apiOf(kind).images({ ids: ids.join(",") }, { signal }),
    enabled: ids.length > 0,
    staleTime: "static",
    placeholderData: keepPreviousData,
  });

/** Reads the bytes of a picture, in a size close to `width` pixels. */
export const contentEntryImageQuery = (kind: ContentEntryKind, imageId: string, width?: number) =>
  queryOptions({
    queryKey: queryKeyOf(groupOf(kind), "image", { imageId, width }),
    queryFn: async ({ signal }) => (await apiOf(kind).image({ imageId, width }, { signal })).body,
    staleTime: "static",
  });

/** Uploads a picture for an entry of this kind. @param onProgress 0 to 1 */
export const uploadContentEntryImage = (
  kind: ContentEntryKind,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedImage> => sendFile<UploadedImage>(contentEntryRoutesOf(kind).upload, file, { onProgress, signal });

/** Caches the entry in a response. Cancels pending reads first, because their older data would overwrite it. */
function setCurrentContentEntry(client: QueryClient, kind: ContentEntryKind, updated: ContentEntryDetails): void {
  const { queryKey } = contentEntryQuery(kind, updated.id);
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, updated);
}

/**
 * Refetches lists, counts and calendars after a change of an entry. Skips the link check, which sends a request to another server.
 * @param exceptId id of an entry whose cached data is already current
 */
const refetchKind = (client: QueryClient, kind: ContentEntryKind, exceptId?: string) =>
  Promise.all([
    client.invalidateQueries({
      queryKey: [groupOf(kind)],
      predicate: ({ queryKey }) =>
        queryKey[1] !== LINK_CHECK_QUERY_NAME &&
        !(exceptId !== undefined && JSON.stringify(queryKey).includes(exceptId)),
    }),
    client.invalidateQueries({ queryKey: ["System-Logs"] }),
  ]);

/** Builds a mutation of an entry. The entry in its response, or in a conflict, replaces the cached one. */
function mutator<I>(kind: ContentEntryKind, mutationFn: (input: I) => Promise<ContentEntryDetails>) {
  return mutationOptions<ContentEntryDetails, Error, I>({
    mutationFn: async (input) => assertSaved(await mutationFn(input)),
    meta: { quiet: true },
    onSuccess: (updated, _input, _result, { client }) => {
      setCurrentContentEntry(client, kind, updated);
      void refetchKind(client, kind, updated.id);
    },
    onError: (error, _input, _result, { client }) => {
      if (!isApiErrorWithStatus(error, 409)) return;
      const currentEntry = error.current as ContentEntryDetails | undefined;
      if (currentEntry) setCurrentContentEntry(client, kind, currentEntry);
      void refetchKind(client, kind, currentEntry?.id);
    },
  });
}

/** `idempotencyKey`: a new key for each opened form, so that a retry after a lost response adds only one entry. */
export const createContentEntryMutation = (kind: ContentEntryKind, idempotencyKey: string) =>
  mutator(kind, (draft: AnyDraft) =>
    apiOf(kind).createEntry({ kind: named(kind), draft }, { context: { idempotencyKey } }),
  );
export const saveContentEntryMutation = (kind: ContentEntryKind) =>
  mutator(kind, (input: ContentEntryRef & { draft: AnyDraft }) =>
    apiOf(kind).saveEntry({ kind: named(kind), ...input }),
  );
export const publishContentEntryMutation = (kind: ContentEntryKind) =>
  mutator(kind, (input: PublicationInput) => apiOf(kind).publishEntry({ kind: named(kind), ...input }));
/** Withdraws an entry's publications from citizens: the scheduled one, or also the live one. */
export const withdrawContentEntryMutation = (kind: ContentEntryKind) =>
  mutator(kind, (input: ContentEntryRef & { what: "next" | "all" }) =>
    apiOf(kind).withdrawEntry({ kind: named(kind), ...input }),
  );
/** Copies an earlier publication into the entry's draft. */
export const restorePublicationMutation = (kind: ContentEntryKind) =>
  mutator(kind, (input: ContentEntryRef & { number: number }) =>
    apiOf(kind).bringBack({ kind: named(kind), ...input }),
  );
export const archiveContentEntryMutation = (kind: ContentEntryKind) =>
  mutator(kind, (input: ContentEntryRef & { archived: boolean }) =>
    apiOf(kind).archiveEntry({ kind: named(kind), ...input }),
  );

export const deleteContentEntryMutation = (kind: ContentEntryKind) =>
  mutationOptions({
    mutationFn: (input: ContentEntryRef) => apiOf(kind).deleteEntry({ kind: named(kind), ...input }),
    // Does not refetch the deleted entry, which may still be on screen.
    onSuccess: (_, { entryId }, __, { client }) => refetchKind(client, kind, entryId),
    meta: { quiet: true },
  });

/** Creates a link for colleagues to an entry's saved draft, valid for an hour. */
export const createDraftLinkMutation = (kind: ContentEntryKind) =>
  mutationOptions({
    mutationFn: (input: { entryId: string; language: string }) =>
      apiOf(kind).shareEntry({ kind: named(kind), ...input }),
    meta: { quiet: true },
  });

const ORDER_SCOPE = "order-entries";

/**
 * Saves the order of entries after each drop, and shows it before the response (optimistic update). Saves run in sequence. Refetches only
 * after the last save, because an earlier response would show an outdated order.
 */
export const orderContentEntriesMutation = (kind: ContentEntryKind) =>
  mutationOptions({
    mutationKey: [ORDER_SCOPE, kind],
    scope: { id: `${ORDER_SCOPE}-${kind}` },
    mutationFn: (ids: string[]) => apiOf(kind).orderEntries({ kind: named(kind), ids }),
    onMutate: (ids: string[], { client }) => {
      const { queryKey } = orderedContentEntriesQuery(kind);
      void client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (all) => all && ids.flatMap((id) => all.find((each) => each.id === id) ?? []));
    },
    onSettled: async (_data, _error, _ids, _result, { client }) => {
      if (client.isMutating({ mutationKey: [ORDER_SCOPE, kind] }) > 1) return;
      await refetchKind(client, kind);
    },
    meta: { quiet: true },
  });
