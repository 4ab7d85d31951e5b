import "server-only";
import { randomUUID } from "node:crypto";
import { access, constants, statfs } from "node:fs/promises";
import { env } from "@/lib/env";
import { openBucket } from "@/lib/server/files/bucket";
import { formatSize } from "./format-size";
import { documentationPathOf, type StatusLineContent, toStatusLine } from "./status-line";

/** Limits of free disk space, as a fraction and in bytes. The line is failing if the free space is below both. */
const FREE_FRACTION = 0.1;
const FREE_BYTES = 5_000_000_000;

/** Checks the disk of DATA_DIR. If there is a bucket, also checks that an object can be written and read. */
export async function storageLine(): Promise<StatusLineContent> {
  const { dataDir, filesBucket, appOrigin, isOnVercel } = env();
  const disk = await readDisk(dataDir);
  const facts = [
    { label: "Files are in", value: filesBucket ? `the bucket ${new URL(filesBucket.url).host}` : "the database" },
    {
      label: "Free on the disk of DATA_DIR",
      value: disk ? `${formatSize(disk.free)} of ${formatSize(disk.size)}` : "unknown",
    },
  ];
  const bucketError = await checkBucket();
  if (bucketError)
    return toStatusLine("failing", {
      facts: [...facts, { label: "Last error", value: bucketError }],
      next: {
        text: "Check the FILES_BUCKET settings and the bucket's rights.",
        document: documentationPathOf("setting", "FILES_BUCKET_URL"),
      },
    });
  const uploadError = await checkBrowserUploads(appOrigin);
  if (filesBucket) facts.push({ label: "Uploads above 4 MB", value: uploadsFact(uploadError, isOnVercel) });
  if (uploadError && isOnVercel)
    return toStatusLine("failing", {
      facts,
      next: {
        text: "Add the CORS rule of docs/deploy/bucket-cors.json to the bucket. Files above 4.5 MB can't be uploaded without it.",
        document: documentationPathOf("setting", "FILES_BUCKET_URL"),
      },
    });
  const lastSuccessAt = new Date();
  if (!disk)
    return toStatusLine("failing", {
      facts,
      next: {
        text: "DATA_DIR can't be written. Check its owner and the disk.",
        document: documentationPathOf("setting", "DATA_DIR"),
      },
    });
  if (disk.free < FREE_BYTES && disk.free < disk.size * FREE_FRACTION)
    return toStatusLine("failing", {
      facts,
      lastSuccessAt,
      next: { text: "Free space on the disk, or enlarge it.", document: documentationPathOf("part", "storage") },
    });
  return toStatusLine("working", { facts, lastSuccessAt });
}

function uploadsFact(error: string | null, isOnVercel: boolean) {
  if (!error) return "straight to the bucket";
  return isOnVercel ? error : `through this server. ${error}`;
}

/** Returns why browsers can't upload to the bucket; null if they can, or if there is no bucket. */
async function checkBrowserUploads(origin: string): Promise<string | null> {
  return (
    openBucket()
      ?.checkBrowserUploads(origin)
      .then(
        () => null,
        (error: Error) => error.message,
      ) ?? null
  );
}

/** Returns size and free space in bytes; null if the folder can't be written. */
async function readDisk(folder: string) {
  try {
    await access(folder, constants.W_OK);
    const { bsize, blocks, bavail } = await statfs(folder);
    return { size: bsize * blocks, free: bsize * bavail };
  } catch {
    return null;
  }
}

async function checkBucket(): Promise<string | null> {
  return (
    openBucket()
      ?.check(randomUUID())
      .then(
        () => null,
        (error: Error) => error.message,
      ) ?? null
  );
}
