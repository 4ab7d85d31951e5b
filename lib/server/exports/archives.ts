import "server-only";
import { setImmediate as othersTurn } from "node:timers/promises";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { dataCopyFiles, markDataCopyDownloaded } from "@/lib/server/citizen-data/copy-files";
import { requireRightsToWholeDataCopy } from "@/lib/server/citizen-data/refuse-unseen-parts";
import type { Database } from "@/lib/server/db/client";
import type { exports } from "@/lib/server/db/schema/system-logs";
import { LONG_READ_PART_LIMIT_MS, withWaitBudget } from "@/lib/server/db/wait-budget";
import type { ExportHooks } from "./stream";

type ExportRow = typeof exports.$inferSelect;

/** A part of a file in a ZIP archive. `completedParts`: number of parts completed so far, for the progress. */
export type ArchivePart = { path: string; bytes: Uint8Array; isLastPart: boolean; completedParts: number };

type ExportArchive = {
  /** The call that creates the link. Opening the link checks its policy and the rights to its personal data again. */
  route: Route;
  /** Checks those rights to the archive's data that the policy of `route` does not cover. @throws 403 */
  refuseUnseen: (db: Database, admin: SignedInAdmin, filter: Record<string, unknown>) => Promise<void>;
  /** Yields the files of the archive one after the other, each in one or several parts. */
  files: (db: Database, filter: Record<string, unknown>) => AsyncGenerator<ArchivePart>;
  /** Called after the last file was sent, before the download counts as complete. */
  complete: (db: Database, filter: Record<string, unknown>) => Promise<unknown>;
};

/** All downloads available as a ZIP file. The keys are the file names. */
export const EXPORT_ARCHIVES = {
  "citizen-data": {
    route: routes.user.downloadData,
    refuseUnseen: (db, admin, filter) => requireRightsToWholeDataCopy(db, admin, String(filter.user_id)),
    files: (db, filter) => dataCopyFiles(db, String(filter.user_id)),
    complete: (db, filter) => markDataCopyDownloaded(db, String(filter.copy_id)),
  },
} as const satisfies Record<string, ExportArchive>;
/** Name of a ZIP download. */
export type ExportArchiveName = keyof typeof EXPORT_ARCHIVES;

/** Interval in ms at which a long-running part reports progress. */
const PROGRESS_MS = 10_000;

/** Matches names of files that are already compressed. */
const COMPRESSED = /\.(jpg|png|webp|pdf)$/;

/** Returns a ZIP archive as a stream that is written at the reader's speed. Yields to other requests between parts. */
export function archiveStream(db: Database, run: ExportRow, hooks: ExportHooks): ReadableStream<Uint8Array> {
  const { files, complete }: ExportArchive = EXPORT_ARCHIVES[run.list as ExportArchiveName];
  const parts = files(db, run.filter);
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  let current: ZipDeflate | ZipPassThrough | null = null;
  let step = 0;
  let isFinished = false;
  const finish = async (isComplete: boolean) => {
    if (isFinished) return;
    isFinished = true;
    await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => hooks.finished(step, isComplete));
  };
  let progressAt = 0;
  const reportProgress = async () => {
    progressAt = Date.now();
    if (!(await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => hooks.progress(step))))
      throw new Error("The requesting admin may no longer.");
  };
  const add = ({ path, bytes, isLastPart: last }: ArchivePart) => {
    if (!current) {
      current = COMPRESSED.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
      zip.add(current);
    }
    current.push(bytes, last);
    if (last) current = null;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          while (!chunks.length && !isFinished) {
            const next = await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => parts.next());
            await othersTurn();
            if (isFinished) return;
            if (next.done) {
              await reportProgress();
              zip.end();
              await withWaitBudget(LONG_READ_PART_LIMIT_MS, () => complete(db, run.filter));
              await finish(true);
              for (const chunk of chunks.splice(0)) controller.enqueue(chunk);
              return controller.close();
            }
            add(next.value);
            if (next.value.completedParts === step && Date.now() - progressAt < PROGRESS_MS) continue;
            step = next.value.completedParts;
            await reportProgress();
          }
          for (const chunk of chunks.splice(0)) controller.enqueue(chunk);
        } catch (error) {
          await finish(false).catch(() => {});
          controller.error(error);
        }
      },
      async cancel() {
        await finish(false);
        await parts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
