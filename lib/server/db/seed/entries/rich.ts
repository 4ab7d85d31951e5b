import "server-only";
import type { RichNode, RichText } from "@/lib/contract/rich-text.values";

/** Short notation for rich text: plain strings are paragraphs. */
type Block = string | RichNode;

const words = (text: string): RichNode[] => [{ type: "text", text }];
const paragraph = (text: string): RichNode => ({ type: "paragraph", content: words(text) });
const block = (each: Block): RichNode => (typeof each === "string" ? paragraph(each) : each);

export const heading = (text: string): RichNode => ({ type: "heading", attrs: { level: 2 }, content: words(text) });
const item = (text: string): RichNode => ({ type: "listItem", content: [paragraph(text)] });
export const bullets = (...texts: string[]): RichNode => ({ type: "bulletList", content: texts.map(item) });
export const steps = (...texts: string[]): RichNode => ({
  type: "orderedList",
  attrs: { start: 1 },
  content: texts.map(item),
});
export const quote = (text: string): RichNode => ({ type: "blockquote", content: [paragraph(text)] });
export const doc = (...blocks: Block[]): RichText => ({ type: "doc", content: blocks.map(block) });
