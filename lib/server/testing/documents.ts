import { extractText, getDocumentProxy } from "unpdf";

/** What a reader of a PDF file sees as text, page by page; spaces as one. */
export async function pagesOfPdf(file: Blob): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: false });
  return text.map((page) => page.replace(/\s+/g, " "));
}
