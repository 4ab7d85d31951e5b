import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { IREPORT_LIST_PHOTOS_OF } from "@/lib/contract/ireport.values";
import { itemsOf } from "./items";

/** Time in ms in which rows that become visible join one request. */
const COLLECT_MS = 50;

type Waiting = { id: string; resolve: (pictures: string[]) => void; reject: (error: unknown) => void };
let waiting: Waiting[] = [];

/**
 * Reads thumbnails of a report's first photos for the list. Rows that become visible together share one request, because each
 * request is logged as a view. Never refetched.
 */
export const ireportListPhotosQuery = (ireportId: string) =>
  queryOptions({
    queryKey: ["IReport-photo", ireportId, "list"],
    queryFn: () => joinCall(ireportId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

function joinCall(id: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    waiting.push({ id, resolve, reject });
    if (waiting.length === 1) setTimeout(readCollected, COLLECT_MS);
    if (waiting.length === IREPORT_LIST_PHOTOS_OF) void readCollected();
  });
}

async function readCollected(): Promise<void> {
  const collected = waiting;
  waiting = [];
  if (collected.length === 0) return;
  try {
    const items = itemsOf(await api.ireport.listThumbnails({ ids: collected.map(({ id }) => id).join(",") }));
    for (const { id, resolve } of collected)
      resolve(items.filter(({ report_id }) => report_id === id).map(({ image }) => image));
  } catch (error) {
    for (const { reject } of collected) reject(error);
  }
}
