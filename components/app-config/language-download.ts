import { messageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { exportTexts } from "@/lib/queries/languages";

/** Downloads a language's texts as JSON. `missing` exports the English of untranslated texts instead. */
export async function downloadTexts(code: string, missing: boolean): Promise<void> {
  try {
    const url = URL.createObjectURL(await exportTexts(code, missing));
    const download = `${code}${missing ? "-missing" : ""}.json`;
    Object.assign(document.createElement("a"), { href: url, download }).click();
    // Keeps the URL for 30 s, because the browser reads it asynchronously.
    setTimeout(() => URL.revokeObjectURL(url), 30_000);
  } catch (error) {
    toast.error(messageOf(error, "The file could not be created. Try again."));
  }
}
