import "server-only";
import { citizenRoutes } from "@/lib/contract/citizen.routes";
import type { BegunUpload } from "@/lib/contract/uploads-direct";
import type { WriteContext } from "@/lib/server/api/context";
import { idempotencyCallerId } from "@/lib/server/app-api/app-keys";
import { beginDirectUpload } from "@/lib/server/uploads/direct";
import { storeUpload } from "@/lib/server/uploads/store";

/** Stores a file that the app uploads. Does not store which citizen uploaded it, because a photo may belong to an anonymous report. */
export async function uploadFromApp({ tx, app, audit, upload }: WriteContext) {
  const { answer, after } = await storeUpload(tx, { app: app.name }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
}

/** Begins an upload from the app directly to the file storage. @throws 413 for a file that is too large; 429 above the hourly limit of uploads */
export function beginUploadFromApp(
  context: WriteContext,
  file: { size: number; content_type: string },
): Promise<BegunUpload> {
  const { app } = context;
  const { path } = citizenRoutes.upload;
  return beginDirectUpload(
    context,
    { owner: { app: app.name }, callerId: idempotencyCallerId(app), kind: "app", path },
    file,
  );
}
