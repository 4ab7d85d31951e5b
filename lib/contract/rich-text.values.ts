/**
 * Rich text in Tiptap's format: a tree of nodes whose leaves are text with marks. Only the nodes and marks listed here are stored
 * (lib/contract/rich-text.ts checks them). So every text can be rendered as HTML or plain text.
 */
export type RichMark = { type: "bold" | "italic" | "underline" | "strike" } | { type: "link"; attrs: { href: string } };

/** A node of a rich text, such as a paragraph, a picture or some text. */
export type RichNode = {
  type: RichNodeType;
  attrs?: Record<string, unknown>;
  marks?: RichMark[];
  text?: string;
  content?: RichNode[];
};
/** A rich text in Tiptap's format. */
export type RichText = { type: "doc"; content: RichNode[] };

const BLOCK_NODES = [
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "blockquote",
  "horizontalRule",
  "image",
  "table",
] as const;
const INLINE_NODES = ["text", "hardBreak"] as const;
/** All node types, with the node types that they may contain. */
export const RICH_NODES = {
  doc: BLOCK_NODES,
  paragraph: INLINE_NODES,
  heading: INLINE_NODES,
  bulletList: ["listItem"],
  orderedList: ["listItem"],
  listItem: BLOCK_NODES,
  blockquote: BLOCK_NODES,
  horizontalRule: [],
  hardBreak: [],
  image: [],
  table: ["tableRow"],
  tableRow: ["tableHeader", "tableCell"],
  tableHeader: BLOCK_NODES,
  tableCell: BLOCK_NODES,
  text: [],
} as const satisfies Record<string, readonly string[]>;
export type RichNodeType = keyof typeof RICH_NODES;
/** Formats of text within a paragraph. */
export const RICH_MARKS = ["bold", "italic", "underline", "strike", "link"] as const;
/** Heading levels in a text. Level 1 is the page's title. */
export const HEADING_LEVELS = [2, 3, 4] as const;
/** Maximum nesting depth, and maximum number of nodes per text. */
export const RICH_TEXT_DEPTH_MAX = 20;
export const RICH_TEXT_NODES_MAX = 5_000;
/** Maximum number of characters per rich text. */
export const RICH_TEXT_LENGTH_MAX = 100_000;
/** Maximum number of rows or columns that one table cell covers. */
export const MAX_CELL_SPAN = 20;

/** Returns the pictures of a text in the order in which they appear. */
export function imagesOfRichText(doc: RichText): { imageId: string; alt: string }[] {
  const images: { imageId: string; alt: string }[] = [];
  const visit = (node: RichNode | RichText) => {
    if (node.type === "image" && node.attrs)
      images.push({ imageId: String(node.attrs.imageId), alt: String(node.attrs.alt ?? "") });
    node.content?.forEach(visit);
  };
  visit(doc);
  return images;
}

/** Returns true for a text without words and pictures. */
export const isEmptyText = (doc: RichText | null): boolean =>
  doc === null || (plainTextOf(doc).trim() === "" && imagesOfRichText(doc).length === 0);

/** Returns a text as plain text: one line per paragraph, bullets and numbers before list items, tabs between cells. */
export const plainTextOf = (doc: RichText): string => plainLinesOf(doc.content).join("\n");

const plainLinesOf = (nodes: readonly RichNode[] = []): string[] => nodes.flatMap(blockLines);

function blockLines(node: RichNode): string[] {
  const { type, content = [] } = node;
  if (type === "bulletList") return content.flatMap((item) => prefixLines("• ", plainLinesOf(item.content)));
  if (type === "orderedList") {
    const start = Number(node.attrs?.start ?? 1);
    return content.flatMap((item, index) => prefixLines(`${start + index}. `, plainLinesOf(item.content)));
  }
  if (type === "table")
    return content.map((row) => (row.content ?? []).map((cell) => plainLinesOf(cell.content).join(" ")).join("\t"));
  if (type === "image") return node.attrs?.alt ? [`[${String(node.attrs.alt)}]`] : [];
  if (type === "horizontalRule") return [];
  if (type === "blockquote") return plainLinesOf(content);
  return content
    .map(({ type: inlineType, text = "" }) => (inlineType === "hardBreak" ? "\n" : text))
    .join("")
    .split("\n");
}

/** Puts the bullet or number before the first line, and indents the other lines by its width. */
const prefixLines = (mark: string, lines: readonly string[]) =>
  lines.map((line, index) => (index === 0 ? mark : " ".repeat(mark.length)) + line);
