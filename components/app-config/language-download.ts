import { messageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { exportTexts } from "@/lib/queries/languages";

/** Saves the texts of a language as a file; with `missing` the English of those that have none. */
export async function downloadTexts(code: string, missing: boolean): Promise<void> {
  try {
    const url = URL.createObjectURL(await exportTexts(code, missing));
    const download = `${code}${missing ? "-missing" : ""}.json`;
    Object.assign(document.createElement("a"), { href: url, download }).click();
    // The browser reads it after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 30_000);
  } catch (error) {
    toast.error(messageOf(error, "The file could not be made. Try again."));
  }
}
