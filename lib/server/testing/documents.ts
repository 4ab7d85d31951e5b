import { extractText, getDocumentProxy } from "unpdf";

/** Returns the visible text of a PDF file by page, with each run of whitespace as one space. */
export async function readPdfPageTexts(file: Blob): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}
