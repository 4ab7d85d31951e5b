import "server-only";
import { type CheckedFile, checkFile } from "@/lib/server/files/check";
import { stagePages } from "@/lib/server/files/pages";
import { stageFile } from "@/lib/server/files/stored-files";
import { countUpload } from "@/lib/server/uploads/limit";
import type { Caller } from "./authenticate";
import type { Call } from "./call";
import type { UploadedFile } from "./context";

/** Check result of an uploaded file, and the file staged for storage, null if it is not to be stored. */
export type ReceivedFile = { checked: CheckedFile | null; upload: UploadedFile | null };

/**
 * Counts, checks and stages an uploaded file. Call it before taking a database connection, because decoding a picture
 * and writing to a bucket are slow.
 * @throws 413, 415, 422; 429 above the hourly limit
 */
export async function receiveFile(
  { db, meta, input }: Call,
  caller: Caller,
  keepsFile: boolean,
): Promise<ReceivedFile> {
  if (meta.upload) await countUpload(db, caller.id, caller.kind);
  if (!meta.upload || !(input instanceof File)) return { checked: null, upload: null };
  const checked = await checkFile(input);
  if (!keepsFile) return { checked, upload: null };
  const [staged, stagedPages] = [await stageFile(db, checked), await stagePages(db, checked.pages)];
  return { checked, upload: { ...checked, staged, stagedPages } };
}
