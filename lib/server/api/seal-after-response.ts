import "server-only";
import { after } from "next/server";
import { pendingSeal } from "@/lib/server/audit/seal-after-commit";

/** Lets the audit rows of this request be sealed on hosts that freeze the process after a response. */
export function sealAfterResponse(): void {
  const seal = pendingSeal();
  if (seal) after(() => seal);
}
