import { isEmptyText, RICH_MARKS, RICH_NODES, type RichNodeType, type RichText } from "@/lib/contract/rich-text.values";

type PlainRecord = Record<string, unknown>;
type EditorNode = { type?: string; attrs?: PlainRecord; marks?: EditorNode[]; text?: string; content?: EditorNode[] };

/** Node attributes that are stored, by node type. The editor's nodes have more attributes. */
const STORED_ATTRIBUTES: Partial<Record<string, readonly string[]>> = {
  heading: ["level"],
  orderedList: ["start"],
  image: ["imageId", "alt"],
  tableCell: ["colspan", "rowspan", "colwidth"],
  tableHeader: ["colspan", "rowspan", "colwidth"],
  link: ["href"],
};

/** Converts the editor's JSON to the stored form of rich text. Returns null for an empty text. */
export function toStoredRichText(json: unknown): RichText | null {
  const doc = toNode(json as EditorNode) as RichText;
  return isEmptyText(doc) ? null : doc;
}

function toNode({ type = "", attrs, marks, text, content }: EditorNode): PlainRecord {
  const children = (content ?? []).filter((child) => RICH_NODES[child.type as RichNodeType] !== undefined).map(toNode);
  const storedMarks = (marks ?? []).filter((mark) => (RICH_MARKS as readonly string[]).includes(mark.type ?? ""));
  return {
    type,
    ...storedAttrsOf(type, attrs),
    ...(text !== undefined && { text }),
    ...(storedMarks.length > 0 && {
      marks: storedMarks.map((mark) => ({ type: mark.type, ...storedAttrsOf(mark.type ?? "", mark.attrs) })),
    }),
    ...(children.length > 0 && { content: children }),
  };
}

function storedAttrsOf(type: string, attrs: PlainRecord = {}): { attrs?: PlainRecord } {
  const keptNames = (STORED_ATTRIBUTES[type] ?? []).filter((name) => attrs[name] !== undefined);
  return keptNames.length ? { attrs: Object.fromEntries(keptNames.map((name) => [name, attrs[name]])) } : {};
}
