import { isEmptyText, RICH_MARKS, RICH_NODES, type RichNodeType, type RichText } from "@/lib/contract/rich-text.values";

type Plain = Record<string, unknown>;
type Sent = { type?: string; attrs?: Plain; marks?: Sent[]; text?: string; content?: Sent[] };

/** Attributes that are stored; the editor has more. */
const ATTRS: Partial<Record<string, readonly string[]>> = {
  heading: ["level"],
  orderedList: ["start"],
  image: ["imageId", "alt"],
  tableCell: ["colspan", "rowspan", "colwidth"],
  tableHeader: ["colspan", "rowspan", "colwidth"],
  link: ["href"],
};

/** Converts the editor's JSON to the stored form. Returns null for an empty text. */
export function storedOf(json: unknown): RichText | null {
  const doc = nodeOf(json as Sent) as RichText;
  return isEmptyText(doc) ? null : doc;
}

function nodeOf({ type = "", attrs, marks, text, content }: Sent): Plain {
  const below = (content ?? []).filter((child) => RICH_NODES[child.type as RichNodeType] !== undefined).map(nodeOf);
  const styles = (marks ?? []).filter((mark) => (RICH_MARKS as readonly string[]).includes(mark.type ?? ""));
  return {
    type,
    ...withAttrs(type, attrs),
    ...(text !== undefined && { text }),
    ...(styles.length > 0 && {
      marks: styles.map((mark) => ({ type: mark.type, ...withAttrs(mark.type ?? "", mark.attrs) })),
    }),
    ...(below.length > 0 && { content: below }),
  };
}

function withAttrs(type: string, attrs: Plain = {}): { attrs?: Plain } {
  const kept = (ATTRS[type] ?? []).filter((name) => attrs[name] !== undefined);
  return kept.length ? { attrs: Object.fromEntries(kept.map((name) => [name, attrs[name]])) } : {};
}
