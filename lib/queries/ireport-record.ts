import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { type ApiError, assertSaved, isApiErrorWithStatus } from "@/lib/client/api-error";
import { sendFile } from "@/lib/client/upload";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportRoutes } from "@/lib/contract/ireport.routes";
import { ireportQuery, refetchQueriesWithReports } from "./ireport";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";

type IreportStateInput = Parameters<typeof api.ireport.changeState>[0];
export type AskReporterInput = Parameters<typeof api.ireport.ask>[0];
export type ResolveIreportInput = Parameters<typeof api.ireport.resolve>[0];
export type RejectIreportInput = Parameters<typeof api.ireport.reject>[0];
type IreportOriginalInput = Parameters<typeof api.ireport.markDuplicate>[0];
export type ReopenIreportInput = Parameters<typeof api.ireport.reopen>[0];
type IreportPriorityInput = Parameters<typeof api.ireport.prioritise>[0];
type IreportCategoryInput = Parameters<typeof api.ireport.recategorise>[0];
export type SendIreportUpdateInput = Parameters<typeof api.ireport.inform>[0];
export type AddIreportNoteInput = Parameters<typeof api.ireport.note>[0];
type IreportUpload = Awaited<ReturnType<typeof api.ireport.upload>>;

/** Reads reports that may be about the same problem as this report. */
export const similarIreportsQuery = (ireportId: string) =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "similar", ireportId),
    queryFn: async ({ signal }) => itemsOfResponse(await api.ireport.similar({ ireportId }, { signal })),
  });

/** Reads the response templates that are offered for reports. */
export const ireportTemplatesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("IReport", "templates"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.ireport.templates({}, { signal })),
  });

/** Reads a report's photo. Never refetched automatically, because every response is logged as a view. */
export const ireportPhotoQuery = (ireportId: string, photoId: string) =>
  queryOptions({
    queryKey: ["IReport-photo", ireportId, photoId],
    queryFn: async ({ signal }) => (await api.ireport.photo({ ireportId, photoId }, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Reads thumbnails of a report's photos by photo id, including those in messages. Never refetched, because photos never change. */
export const ireportThumbnailsQuery = (ireportId: string, photoIds: readonly string[] = []) =>
  queryOptions({
    queryKey: ["IReport-photo", ireportId, "thumbnails", ...photoIds],
    queryFn: async ({ signal }) => {
      const thumbnails = await api.ireport.thumbnails({ ireportId }, { signal });
      return Object.fromEntries(thumbnails.items.map(({ id, image }) => [id, image]));
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Uploads a photo for a resolution. @param onProgress 0 to 1 */
export const uploadResolutionPhoto = (file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  sendFile<IreportUpload>(ireportRoutes.upload, file, { onProgress, signal });

/** Puts the current report into the cache. Cancels pending reads first, because their older data would overwrite it. */
function setCurrentIreport(client: QueryClient, updated: IreportDetails): void {
  const { queryKey } = ireportQuery(updated.id);
  void client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, updated);
}

/** Puts the report in a conflict response into the cache. @returns true if the error is such a conflict */
function setIreportFromConflict(client: QueryClient, error: unknown): error is ApiError {
  if (!isApiErrorWithStatus(error, 409) || !error.current) return false;
  setCurrentIreport(client, error.current as IreportDetails);
  return true;
}

/** Builds a mutation whose response is the current report, so that only other queries need a refetch. */
const mutator = <Input>(mutationFn: (input: Input) => Promise<IreportDetails>) =>
  mutationOptions<IreportDetails, Error, Input>({
    mutationFn: async (input) => assertSaved(await mutationFn(input)),
    meta: { quiet: true },
    onSuccess: (updated, _input, _result, { client }) => {
      setCurrentIreport(client, updated);
      refetchQueriesWithReports(client);
    },
    onError: (error, _input, _result, { client }) => void setIreportFromConflict(client, error),
  });

export const claimIreportMutation = () => mutator((ireportId: string) => api.ireport.claim({ ireportId }));
/** Gives up the claim of a report, so that other officers can claim the report. */
export const releaseIreportMutation = () => mutator((ireportId: string) => api.ireport.release({ ireportId }));
export const changeIreportStateMutation = () => mutator((input: IreportStateInput) => api.ireport.changeState(input));
export const prioritiseIreportMutation = () => mutator((input: IreportPriorityInput) => api.ireport.prioritise(input));
export const recategoriseIreportMutation = () =>
  mutator((input: IreportCategoryInput) => api.ireport.recategorise(input));

// `idempotencyKey`: a new key for each typed text, so that a retry after a lost response sends the text only once.
export const askReporterMutation = (idempotencyKey: string) =>
  mutator((input: AskReporterInput) => api.ireport.ask(input, { context: { idempotencyKey } }));
export const resolveIreportMutation = (idempotencyKey: string) =>
  mutator((input: ResolveIreportInput) => api.ireport.resolve(input, { context: { idempotencyKey } }));
export const rejectIreportMutation = (idempotencyKey: string) =>
  mutator((input: RejectIreportInput) => api.ireport.reject(input, { context: { idempotencyKey } }));
export const markIreportDuplicateMutation = (idempotencyKey: string) =>
  mutator((input: IreportOriginalInput) => api.ireport.markDuplicate(input, { context: { idempotencyKey } }));
export const reopenIreportMutation = (idempotencyKey: string) =>
  mutator((input: ReopenIreportInput) => api.ireport.reopen(input, { context: { idempotencyKey } }));
/** Sends the reporter a public update about the report. */
export const sendIreportUpdateMutation = (idempotencyKey: string) =>
  mutator((input: SendIreportUpdateInput) => api.ireport.inform(input, { context: { idempotencyKey } }));
/** Adds an internal note to a report. */
export const addIreportNoteMutation = (idempotencyKey: string) =>
  mutator((input: AddIreportNoteInput) => api.ireport.note(input, { context: { idempotencyKey } }));
