import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

export type ApplicationListInput = Parameters<typeof api.grant.applications>[0];
/** Input of a decision on grant applications. */
export type DecideApplicationsInput = Parameters<typeof api.grant.decide>[0];
/** Input that requests more information from an applicant. */
export type AskApplicantInput = Parameters<typeof api.grant.askApplicant>[0];
/** Input with a reviewer's score and comment. */
export type SaveGrantReviewInput = Parameters<typeof api.grant.review>[0];
export type DeclareConflictOfInterestInput = Parameters<typeof api.grant.declareConflict>[0];
export type ClearDuplicatesInput = Parameters<typeof api.grant.clearDuplicates>[0];

export const applicationListQuery = (input: ApplicationListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "applications", input),
    queryFn: fetchInWindow(api.grant.applications, input),
    placeholderData: keepPreviousData,
  });

export const applicationQuery = (applicationId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "application", applicationId),
    queryFn: ({ signal }) => api.grant.application({ applicationId }, { signal }),
  });

/** Requests the account holder's name at the bank. Not repeated while the page is open, because each request is sent to the payment provider. */
export const bankAccountNameQuery = (applicationId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "account-name", applicationId),
    queryFn: ({ signal }) => api.grant.accountName({ applicationId }, { signal }),
    staleTime: 5 * 60_000,
    retry: false,
  });

/** Reads an application's scores: the admin's own, and the other reviewer's once both have submitted theirs. */
export const grantReviewsQuery = (applicationId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "reviews", applicationId),
    queryFn: ({ signal }) => api.grant.reviews({ applicationId }, { signal }),
  });

/** Reads the applications that share data, such as a phone number, with this application. */
export const applicationDuplicatesQuery = (applicationId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Grant", "duplicates", applicationId),
    queryFn: ({ signal }) => api.grant.duplicates({ applicationId }, { signal }),
  });

/** Reads a page of an application's document as a picture, from page 1. Not refetched, because every response is logged as a view. */
export const applicationDocumentQuery = (applicationId: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: ["Grant-document", applicationId, documentId, String(page)],
    queryFn: async ({ signal }) => (await api.grant.document({ applicationId, documentId, page }, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Downloads the original document, which is logged as a download. */
export const fetchApplicationOriginal = async (applicationId: string, documentId: string): Promise<Blob> =>
  (await api.grant.originalDocument({ applicationId, documentId })).body;

/** Reads a document's thumbnail as a data URL. Fetched only once, because every fetch is logged as a view. */
export const applicationThumbnailQuery = (applicationId: string, documentId: string) =>
  queryOptions({
    queryKey: ["Grant-document", applicationId, documentId, "thumbnail"],
    queryFn: async ({ signal }) => {
      const { body } = await api.grant.document({ applicationId, documentId, thumbnail: "yes" }, { signal });
      return toDataUrl(body);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const toDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

const { changes, meta } = mutationsInvalidating("Grant", "System-Logs");

/** Mutation scope that makes a decision wait for a score that was sent before it. */
const decideScope = { id: queryKeyOf("Grant", "decide").join() };

/** Query key prefix of application versions that the admin's own scores created. Not in the group `Grant`, whose refetches would remove them. */
const OWN_SCORE_VERSIONS = ["Grant-own-score"];
const ownScoreKey = (applicationId: string, before: number) => [...OWN_SCORE_VERSIONS, applicationId, String(before)];
const versionAfterOwnScore = (client: QueryClient, { id, version }: { id: string; version: number }) =>
  client.getQueryData<number>(ownScoreKey(id, version)) ?? version;

/** Decides applications. Sends the version created by the admin's own score, so that a dialog opened before the score causes no conflict. */
export const decideApplicationsMutation = () =>
  mutationOptions({
    mutationFn: ({ applications, ...input }: DecideApplicationsInput, { client }) =>
      api.grant.decide({
        ...input,
        applications: applications.map((each) => ({ ...each, version: versionAfterOwnScore(client, each) })),
      }),
    scope: decideScope,
    meta: { invalidates: ["Grant", "Overview", "System-Logs"] as const, quiet: true },
  });

/** Requests more information from an applicant. */
export const askApplicantMutation = changes(api.grant.askApplicant);

/** Saves the reviewer's own score and comment for an application. */
export const saveReviewMutation = () =>
  mutationOptions({
    mutationFn: async (input: SaveGrantReviewInput, { client }) => {
      const reviewResult = await api.grant.review(input);
      // Stays cached, because a decision dialog opened before the score may send it much later.
      client.setQueryDefaults(OWN_SCORE_VERSIONS, { gcTime: Number.POSITIVE_INFINITY });
      client.setQueryData(ownScoreKey(input.applicationId, reviewResult.version_before), reviewResult.version);
      return reviewResult;
    },
    scope: decideScope,
    meta,
  });

/** Declares the admin's conflict of interest, which excludes them from reviewing the application. */
export const declareConflictOfInterestMutation = changes(api.grant.declareConflict);

/** Records why the matching applications are no duplicates. */
export const clearDuplicatesMutation = changes(api.grant.clearDuplicates);

export const exportApplications = (input: ApplicationListInput, format: ExportFormat) =>
  api.grant.exportApplications({ ...withoutPaging(input), format });
