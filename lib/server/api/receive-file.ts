import "server-only";
import { directUploadBody } from "@/lib/contract/uploads";
import { type CheckedFile, checkFile } from "@/lib/server/files/check";
import { stagePdfPages } from "@/lib/server/files/pages";
import { stageFile } from "@/lib/server/files/stored-files";
import { claimDirectUpload } from "@/lib/server/uploads/direct";
import { countUpload } from "@/lib/server/uploads/limit";
import { readDirectUpload } from "@/lib/server/uploads/read-direct";
import type { Caller } from "./authenticate";
import type { PipelineCall } from "./call";
import type { UploadedFile } from "./context";

/** Check result of an uploaded file, and the file staged for storage. The staged file is null if it is not to be stored. */
export type ReceivedFile = {
  checked: CheckedFile | null;
  upload: UploadedFile | null;
  /** Set if the request refers to a direct upload. `id` is null if the caller can't complete that upload. */
  directUpload?: { id: string | null };
};

const NO_FILE: ReceivedFile = { checked: null, upload: null };

/**
 * Counts, checks and stages an uploaded file. The file is the request body, or an object in the bucket's quarantine, which was counted when
 * its upload began. Call it before taking a database connection, because decoding a picture and using a bucket are slow.
 * @throws 409 if the object has not arrived; 413, 415, 422; 429 above the hourly limit
 */
export async function receiveFile(call: PipelineCall, caller: Caller, keepsFile: boolean): Promise<ReceivedFile> {
  const { db, meta, path, input } = call;
  if (!meta.upload) return NO_FILE;
  const directUpload = directUploadBody.safeParse(input).data;
  if (directUpload) {
    const owner = caller.kind === "admin" ? { adminId: caller.id } : { app: caller.app.name };
    const row = await claimDirectUpload(db, { owner, path }, directUpload.direct_upload);
    if (!row) return { ...NO_FILE, directUpload: { id: null } };
    const received = await checkAndStage(call, await readDirectUpload(row), keepsFile);
    return { ...received, directUpload: { id: row.id } };
  }
  await countUpload(db, caller.id, caller.kind);
  return input instanceof File ? checkAndStage(call, input, keepsFile) : NO_FILE;
}

async function checkAndStage({ db }: PipelineCall, file: File, keepsFile: boolean): Promise<ReceivedFile> {
  const checked = await checkFile(file);
  if (!keepsFile) return { checked, upload: null };
  const [staged, stagedPages] = [await stageFile(db, checked), await stagePdfPages(db, checked.pages)];
  return { checked, upload: { ...checked, staged, stagedPages } };
}
