import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { isPermitted, moduleOf, permittedModules } from "@/lib/client/navigation";
import { MODULES } from "@/lib/modules";
import { PATH_HEADER } from "@/lib/session";
import { AnswerMissing } from "./answer-missing";
import { accessOfPage } from "./prefetched";
import { isMissingRecord } from "./records";

/**
 * Decides what a document is answered with, before its first byte; once a skeleton has left, it could only be 200. So a
 * path that is not permitted is a redirect to the first item's URL (specification section 6), and a record that does not
 * exist is a 404. A load that fails is left to the layout and the page, which say so, and so is one that takes longer
 * than a person looks at nothing. It stands beside the page, with no boundary around it: the first byte waits for both, and
 * neither for the other.
 */
export async function Admission() {
  let late: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    late = setTimeout(resolve, PATIENCE_MS, null);
  });
  return Promise.race([verdict(), tooLate]).finally(() => clearTimeout(late));
}

const PATIENCE_MS = 5_000;

async function verdict() {
  const path = (await headers()).get(PATH_HEADER);
  const access = await accessOfPage().catch(() => null);
  if (!path || !access) return null;
  if (!isPermitted(path, access.features)) redirect(MODULES[0].url);
  const module = moduleOf(path);
  // Who may not read the module is not told which of its records exist.
  const mayAsk = module && permittedModules(access.features).includes(module);
  return mayAsk && (await isMissingRecord(path)) ? <AnswerMissing /> : null;
}
