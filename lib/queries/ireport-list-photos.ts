import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { MAX_REPORTS_PER_PHOTO_REQUEST } from "@/lib/contract/ireport.values";
import { itemsOfResponse } from "./items";

/** Time in ms during which the photos of newly visible rows are collected into one request. */
const BATCH_DELAY_MS = 50;

type QueuedRequest = { id: string; resolve: (pictures: string[]) => void; reject: (error: unknown) => void };
let queuedRequests: QueuedRequest[] = [];

/**
 * Reads thumbnails of a report's first photos for the list. Rows that become visible together share one request,
 * because each request is logged as a view. Never refetched.
 */
export const ireportListPhotosQuery = (ireportId: string) =>
  queryOptions({
    queryKey: ["IReport-photo", ireportId, "list"],
    queryFn: () => addToBatch(ireportId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

function addToBatch(id: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    queuedRequests.push({ id, resolve, reject });
    if (queuedRequests.length === 1) setTimeout(fetchBatch, BATCH_DELAY_MS);
    if (queuedRequests.length === MAX_REPORTS_PER_PHOTO_REQUEST) void fetchBatch();
  });
}

async function fetchBatch(): Promise<void> {
  const batchRequests = queuedRequests;
  queuedRequests = [];
  if (batchRequests.length === 0) return;
  try {
    const items = itemsOfResponse(
      await api.ireport.listThumbnails({ ids: batchRequests.map(({ id }) => id).join(",") }),
    );
    for (const { id, resolve } of batchRequests)
      resolve(items.filter(({ report_id }) => report_id === id).map(({ image }) => image));
  } catch (error) {
    for (const { reject } of batchRequests) reject(error);
  }
}
