import "server-only";
import type { RichMark, RichNode, RichText } from "@/lib/contract/rich-text.values";

/** URL and size of a picture; null if it was deleted, so that nothing is rendered. */
type ImageSource = { src: string; width: number; height: number; srcset?: string } | null;
type FindImage = (imageId: string) => ImageSource;

/** Returns the HTML of a stored text: only the elements and attributes below, with all text escaped. */
export const htmlOf = (doc: RichText, findImage: FindImage): string => htmlOfAll(doc.content, findImage);

const htmlOfAll = (nodes: readonly RichNode[] = [], findImage: FindImage): string =>
  nodes.map((node) => nodeHtml(node, findImage)).join("");

const PLAIN_TAGS: Partial<Record<RichNode["type"], string>> = {
  paragraph: "p",
  bulletList: "ul",
  listItem: "li",
  blockquote: "blockquote",
  tableRow: "tr",
};

function nodeHtml(node: RichNode, findImage: FindImage): string {
  const { type, attrs = {} } = node;
  const inner = () => htmlOfAll(node.content, findImage);
  const tag = PLAIN_TAGS[type];
  if (tag) return `<${tag}>${inner()}</${tag}>`;
  if (type === "text") return (node.marks ?? []).reduceRight(wrapInMark, escapeHtml(node.text ?? ""));
  if (type === "heading") return `<h${Number(attrs.level)}>${inner()}</h${Number(attrs.level)}>`;
  if (type === "orderedList") {
    const start = Number(attrs.start ?? 1);
    return `<ol${start === 1 ? "" : ` start="${start}"`}>${inner()}</ol>`;
  }
  if (type === "horizontalRule") return "<hr>";
  if (type === "hardBreak") return "<br>";
  if (type === "table") return `<table><tbody>${inner()}</tbody></table>`;
  if (type === "tableHeader" || type === "tableCell") {
    const cell = type === "tableHeader" ? "th" : "td";
    return `<${cell}${spanAttr("colspan", attrs.colspan)}${spanAttr("rowspan", attrs.rowspan)}>${inner()}</${cell}>`;
  }
  return type === "image" ? imageHtml(findImage(String(attrs.imageId)), String(attrs.alt ?? "")) : "";
}

const MARK_TAGS = { bold: "strong", italic: "em", underline: "u", strike: "s" } as const;

function wrapInMark(inner: string, mark: RichMark): string {
  if (mark.type === "link") return `<a href="${escapeHtml(mark.attrs.href)}" rel="noopener noreferrer">${inner}</a>`;
  const tag = MARK_TAGS[mark.type];
  return `<${tag}>${inner}</${tag}>`;
}

const spanAttr = (name: string, value: unknown) => (Number(value ?? 1) > 1 ? ` ${name}="${Number(value)}"` : "");

function imageHtml(image: ImageSource, alt: string): string {
  if (!image) return "";
  const sizeAttributes = image.srcset ? ` srcset="${escapeHtml(image.srcset)}" sizes="100vw"` : "";
  return `<img src="${escapeHtml(image.src)}"${sizeAttributes} alt="${escapeHtml(alt)}" width="${image.width}" height="${image.height}" loading="lazy">`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** Escapes text, and attribute values in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
