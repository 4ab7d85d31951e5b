import "server-only";
import { readBytes } from "@/lib/server/api/body";
import { refuse } from "@/lib/server/api/errors";
import type { directUploads } from "@/lib/server/db/schema/upload";
import { openBucket } from "@/lib/server/files/bucket";
import { quarantineKey } from "./direct";

/**
 * Reads the object of a direct upload. Stops at the declared size, so that a larger object uses no memory.
 * @throws 409 if the object does not exist; 422 if its size or type is not the declared one; the bucket's error
 */
export async function readDirectUpload({
  id,
  size,
  contentType,
}: Pick<typeof directUploads.$inferSelect, "id" | "size" | "contentType">): Promise<File> {
  const object = await openBucket()?.open(quarantineKey(id));
  if (!object) throw refuse.conflict("The file has not arrived yet. Upload it to the signed address, then try again.");
  if (object.size !== size || object.contentType !== contentType) {
    await object.body?.cancel();
    throw otherFileRefusal();
  }
  const bytes = await readBytes(size, object.body);
  if (bytes?.length !== size) throw otherFileRefusal();
  return new File([bytes], "upload", { type: contentType });
}

const otherFileRefusal = () =>
  refuse.file(422, "The file that arrived has another size or type than was declared. Send the file again.");
