import "server-only";
import type { RichNode, RichText } from "@/lib/contract/rich-text.values";

/** Short notation for rich text: plain strings are paragraphs. */
type DocBlock = string | RichNode;

const textNodes = (text: string): RichNode[] => [{ type: "text", text }];
const paragraph = (text: string): RichNode => ({ type: "paragraph", content: textNodes(text) });
const toNode = (each: DocBlock): RichNode => (typeof each === "string" ? paragraph(each) : each);

/** Returns a level-2 heading for rich text. */
export const heading = (text: string): RichNode => ({ type: "heading", attrs: { level: 2 }, content: textNodes(text) });
const listItem = (text: string): RichNode => ({ type: "listItem", content: [paragraph(text)] });
/** Returns a bulleted list for rich text; each text is an item. */
export const bulletList = (...texts: string[]): RichNode => ({ type: "bulletList", content: texts.map(listItem) });
/** Returns a numbered list for rich text; each text is an item. */
export const numberedList = (...texts: string[]): RichNode => ({
  type: "orderedList",
  attrs: { start: 1 },
  content: texts.map(listItem),
});
/** Returns a block quote for rich text. */
export const quote = (text: string): RichNode => ({ type: "blockquote", content: [paragraph(text)] });
/** Returns a rich-text document. Plain strings become paragraphs. */
export const richDoc = (...blocks: DocBlock[]): RichText => ({ type: "doc", content: blocks.map(toNode) });
