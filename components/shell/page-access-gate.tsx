import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isPathPermitted, moduleOfPath, permittedModules } from "@/lib/client/navigation";
import { MODULES } from "@/lib/modules";
import { PATH_HEADER } from "@/lib/session";
import { NotFoundStatus } from "./not-found-status";
import { fetchAccessRightsOnce } from "./prefetch-queries";
import { isMissingRecord } from "./records";

/**
 * Decides the HTTP status of a page load before the first byte, because the status is fixed once a skeleton is sent. A path without
 * permission redirects to the first permitted module (specification section 6). A record that does not exist returns 404. If the check
 * fails or takes longer than 5 s, layout and page handle the error. Rendered beside the page without a Suspense boundary: both run in
 * parallel, and the first byte waits for both.
 */
export async function PageAccessGate() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ACCESS_TIMEOUT_MS, null);
  });
  return Promise.race([checkAccess(), timedOut]).finally(() => clearTimeout(timer));
}

const ACCESS_TIMEOUT_MS = 5_000;

async function checkAccess() {
  const path = (await headers()).get(PATH_HEADER);
  const access = await fetchAccessRightsOnce().catch(() => null);
  if (!path || !access) return null;
  if (!isPathPermitted(path, access.features)) redirect(MODULES[0].url);
  const module = moduleOfPath(path);
  // Checks only modules that the admin may read. For other modules a 404 would reveal which records exist.
  const mayCheckRecord = module && permittedModules(access.features).includes(module);
  return mayCheckRecord && (await isMissingRecord(path)) ? <NotFoundStatus /> : null;
}
