/**
 * Rich text in Tiptap's format: a tree of nodes whose leaves are text with marks. Only the nodes and marks listed here are stored
 * (lib/contract/rich-text.ts checks them). So every text can be rendered as HTML or plain text.
 */
export type RichMark = { type: "bold" | "italic" | "underline" | "strike" } | { type: "link"; attrs: { href: string } };

export type RichNode = {
  type: RichNodeType;
  attrs?: Record<string, unknown>;
  marks?: RichMark[];
  text?: string;
  content?: RichNode[];
};
export type RichText = { type: "doc"; content: RichNode[] };

const BLOCKS = [
  "paragraph",
  "heading",
  "bulletList",
  "orderedList",
  "blockquote",
  "horizontalRule",
  "image",
  "table",
] as const;
const INLINE = ["text", "hardBreak"] as const;
/** All nodes, with their allowed children. */
export const RICH_NODES = {
  doc: BLOCKS,
  paragraph: INLINE,
  heading: INLINE,
  bulletList: ["listItem"],
  orderedList: ["listItem"],
  listItem: BLOCKS,
  blockquote: BLOCKS,
  horizontalRule: [],
  hardBreak: [],
  image: [],
  table: ["tableRow"],
  tableRow: ["tableHeader", "tableCell"],
  tableHeader: BLOCKS,
  tableCell: BLOCKS,
  text: [],
} as const satisfies Record<string, readonly string[]>;
export type RichNodeType = keyof typeof RICH_NODES;
export const RICH_MARKS = ["bold", "italic", "underline", "strike", "link"] as const;
/** Heading levels in a text. Level 1 is the page's title. */
export const HEADING_LEVELS = [2, 3, 4] as const;
/** Maximum nesting depth, and maximum number of nodes per text. */
export const RICH_DEPTH_MAX = 20;
export const RICH_NODES_MAX = 5_000;
export const RICH_CHARACTERS_MAX = 100_000;
export const SPAN_MAX = 20;

/** Returns the pictures of a text in order. */
export function imagesOf(doc: RichText): { imageId: string; alt: string }[] {
  const found: { imageId: string; alt: string }[] = [];
  const visit = (node: RichNode | RichText) => {
    if (node.type === "image" && node.attrs)
      found.push({ imageId: String(node.attrs.imageId), alt: String(node.attrs.alt ?? "") });
    node.content?.forEach(visit);
  };
  visit(doc);
  return found;
}

/** Returns true for a text without words and pictures. */
export const isEmptyText = (doc: RichText | null): boolean =>
  doc === null || (plainTextOf(doc).trim() === "" && imagesOf(doc).length === 0);

/** Returns a text as plain text: one line per paragraph, bullets and numbers before list items, tabs between cells. */
export const plainTextOf = (doc: RichText): string => linesOf(doc.content).join("\n");

const linesOf = (nodes: readonly RichNode[] = []): string[] => nodes.flatMap(blockLines);

function blockLines(node: RichNode): string[] {
  const { type, content = [] } = node;
  if (type === "bulletList") return content.flatMap((item) => marked("• ", linesOf(item.content)));
  if (type === "orderedList") {
    const start = Number(node.attrs?.start ?? 1);
    return content.flatMap((item, index) => marked(`${start + index}. `, linesOf(item.content)));
  }
  if (type === "table")
    return content.map((row) => (row.content ?? []).map((cell) => linesOf(cell.content).join(" ")).join("\t"));
  if (type === "image") return node.attrs?.alt ? [`[${String(node.attrs.alt)}]`] : [];
  if (type === "horizontalRule") return [];
  if (type === "blockquote") return linesOf(content);
  return content
    .map(({ type: inline, text = "" }) => (inline === "hardBreak" ? "\n" : text))
    .join("")
    .split("\n");
}

/** Puts the mark before the first line, and indents the others by its width. */
const marked = (mark: string, lines: readonly string[]) =>
  lines.map((line, index) => (index === 0 ? mark : " ".repeat(mark.length)) + line);
