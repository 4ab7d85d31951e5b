import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { everyRow } from "./exports";
import { key } from "./keys";
import { mutationsOf } from "./mutations";

export type ApplicationListInput = Parameters<typeof api.grant.applications>[0];
export type DecisionInput = Parameters<typeof api.grant.decide>[0];
export type AskApplicantInput = Parameters<typeof api.grant.askApplicant>[0];
export type ReviewInput = Parameters<typeof api.grant.review>[0];
export type ConflictInput = Parameters<typeof api.grant.declareConflict>[0];
export type ClearDuplicatesInput = Parameters<typeof api.grant.clearDuplicates>[0];

export const applicationListQuery = (input: ApplicationListInput) =>
  queryOptions({
    queryKey: key("Grant", "applications", input),
    queryFn: ({ signal }) => api.grant.applications(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const applicationQuery = (applicationId: string) =>
  queryOptions({
    queryKey: key("Grant", "application", applicationId),
    queryFn: ({ signal }) => api.grant.application({ applicationId }, { signal }),
  });

/** One's own score; those of others once both are in. */
export const reviewsQuery = (applicationId: string) =>
  queryOptions({
    queryKey: key("Grant", "reviews", applicationId),
    queryFn: ({ signal }) => api.grant.reviews({ applicationId }, { signal }),
  });

export const duplicatesQuery = (applicationId: string) =>
  queryOptions({
    queryKey: key("Grant", "duplicates", applicationId),
    queryFn: ({ signal }) => api.grant.duplicates({ applicationId }, { signal }),
  });

/** A page of a document as a picture, from 1. Never asked again by itself: every answer is a view that is logged. */
export const applicationDocumentQuery = (applicationId: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: ["Grant-document", applicationId, documentId, String(page)],
    queryFn: async ({ signal }) => (await api.grant.document({ applicationId, documentId, page }, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The document as it is kept; logged as a download of its own. */
export const applicationOriginal = async (applicationId: string, documentId: string): Promise<Blob> =>
  (await api.grant.originalDocument({ applicationId, documentId })).body;

/** Small picture of a document as a data URL; asked for once, as this view is logged too. */
export const applicationThumbnailQuery = (applicationId: string, documentId: string) =>
  queryOptions({
    queryKey: ["Grant-document", applicationId, documentId, "thumbnail"],
    queryFn: async ({ signal }) => {
      const { body } = await api.grant.document({ applicationId, documentId, thumbnail: "yes" }, { signal });
      return dataUrlOf(body);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const dataUrlOf = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

const { changes, meta } = mutationsOf("Grant", "System-Logs");

/** A decision waits until a score that was sent before it is in. */
const scope = { id: key("Grant", "decide").join() };

/** Which version one's own score made of which. It lies beside the group's queries: these are read again, and this is not. */
const OWN_SCORES = ["Grant-own-score"];
const ownScoreKey = (applicationId: string, before: number) => [...OWN_SCORES, applicationId, String(before)];
const afterOwnScore = (client: QueryClient, { id, version }: { id: string; version: number }) =>
  client.getQueryData<number>(ownScoreKey(id, version)) ?? version;

/** What was opened before one's own score came in is decided after it: the score is no change by somebody else. */
export const decideApplicationsMutation = () =>
  mutationOptions({
    mutationFn: ({ applications, ...input }: DecisionInput, { client }) =>
      api.grant.decide({
        ...input,
        applications: applications.map((each) => ({ ...each, version: afterOwnScore(client, each) })),
      }),
    scope,
    meta: { invalidates: ["Grant", "Overview", "System-Logs"] as const, quiet: true },
  });

export const askApplicantMutation = changes(api.grant.askApplicant);

export const reviewMutation = () =>
  mutationOptions({
    mutationFn: async (input: ReviewInput, { client }) => {
      const scored = await api.grant.review(input);
      // A decision may stand open for long.
      client.setQueryDefaults(OWN_SCORES, { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData(ownScoreKey(input.applicationId, scored.version_before), scored.version);
      return scored;
    },
    scope,
    meta,
  });

export const declareConflictMutation = changes(api.grant.declareConflict);

export const clearDuplicatesMutation = changes(api.grant.clearDuplicates);

export const exportApplications = (input: ApplicationListInput, format: ExportFormat) =>
  api.grant.exportApplications({ ...everyRow(input), format });
