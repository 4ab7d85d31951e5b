import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { storeUpload } from "@/lib/server/uploads/store";

/** Stores a file that the app uploads, without the citizen, because photos may belong to an anonymous report. */
export async function uploadFromApp({ tx, app, audit, upload }: WriteContext) {
  const { answer, after } = await storeUpload(tx, { app: app.name }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
}
