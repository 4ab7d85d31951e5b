import "server-only";
import { satisfiesPolicy } from "@/lib/contract/access";
import { UPLOAD_ROUTES } from "@/lib/contract/upload-paths.values";
import type { BegunUpload } from "@/lib/contract/uploads-direct";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { beginDirectUpload } from "./direct";

type Input = { path: string; size: number; content_type: string };

/** Begins an admin's direct upload. @throws 403 without the right of the call that will receive the file; 413; 429 */
export async function beginUpload(context: WriteContext, { path, ...file }: Input): Promise<BegunUpload> {
  const { id, rights } = context.admin;
  const route = UPLOAD_ROUTES.find((each) => each.path === path);
  if (!route || !satisfiesPolicy(rights, route.policy)) throw refuse.forbidden();
  return beginDirectUpload(context, { owner: { adminId: id }, callerId: id, kind: "admin", path }, file);
}
