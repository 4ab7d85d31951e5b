import type { Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { waitForNetworkQuiet } from "./test";

/** Prints a page to PDF. @returns the text of each sheet, and the size of the first one in points */
export async function printToPdf(page: Page): Promise<{ sheets: string[]; width: number; height: number }> {
  await waitForNetworkQuiet(page);
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { text } = await extractText(pdf, { mergePages: false });
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  return {
    sheets: text.map((sheet) => sheet.replace(/\s+/g, " ")),
    width: Math.round(width),
    height: Math.round(height),
  };
}
