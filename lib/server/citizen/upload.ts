import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { storeUpload } from "@/lib/server/uploads/store";

/** Keeps a file that the app sends. Names no citizen: whose report a photo is for is nobody's business when it is anonymous. */
export async function uploadFromApp({ tx, app, audit, upload }: WriteContext) {
  const { answer, after } = await storeUpload(tx, { app: app.name }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
}
