import { errorMessageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { exportTranslations } from "@/lib/queries/languages";

/** Downloads a language's texts as JSON. `onlyMissing`: instead exports the English texts that lack a translation. */
export async function downloadTranslations(code: string, onlyMissing: boolean): Promise<void> {
  try {
    const url = URL.createObjectURL(await exportTranslations(code, onlyMissing));
    const fileName = `${code}${onlyMissing ? "-missing" : ""}.json`;
    Object.assign(document.createElement("a"), { href: url, download: fileName }).click();
    // Revokes the URL after 30 s, because the browser reads the URL's data asynchronously.
    setTimeout(() => URL.revokeObjectURL(url), 30_000);
  } catch (error) {
    toast.error(errorMessageOf(error, "The file could not be created. Try again."));
  }
}
