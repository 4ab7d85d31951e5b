import { z } from "zod";
import { ALT_MAX, isLink } from "./entries.values";
import {
  HEADING_LEVELS,
  RICH_CHARACTERS_MAX,
  RICH_DEPTH_MAX,
  RICH_MARKS,
  RICH_NODES,
  RICH_NODES_MAX,
  type RichNodeType,
  type RichText,
  SPAN_MAX,
} from "./rich-text.values";

/** A rich text with only known nodes, marks and attributes. */
export const richText = z.custom<RichText>().superRefine((value, context) => {
  const problem = problemOf(value);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

const FORM = "This text contains formatting that isn't supported. Write it in the editor.";
const TOO_LONG = `This text is too long. Use at most ${RICH_CHARACTERS_MAX.toLocaleString("en")} characters.`;
const TOO_MUCH = "This text has too many paragraphs, cells or pictures. Split it into two texts.";
const LINK = "A link in this text is not valid. Use an address that begins with https://, mailto: or tel:.";

type Plain = Record<string, unknown>;
type Waiting = { node: unknown; allowed: readonly string[]; depth: number };

/** Walks the tree without recursion, because a request may be nested deeper than the call stack. @returns null if it is valid */
function problemOf(doc: unknown): string | null {
  const waiting: Waiting[] = [{ node: doc, allowed: ["doc"], depth: 0 }];
  let nodes = 0;
  let characters = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, allowed, depth } = next;
    if (++nodes > RICH_NODES_MAX) return TOO_MUCH;
    // Check for a string: an array with one name would be converted to that name, and some objects can't be converted.
    if (depth > RICH_DEPTH_MAX || !isPlain(node) || typeof node.type !== "string") return FORM;
    if (!allowed.includes(node.type)) return FORM;
    const type = node.type as RichNodeType;
    const problem = type === "text" ? textProblem(node) : nodeProblem(type, node);
    if (problem) return problem;
    if (typeof node.text === "string") characters += node.text.length;
    if (characters > RICH_CHARACTERS_MAX) return TOO_LONG;
    for (const child of (node.content as unknown[] | undefined) ?? []) {
      if (waiting.length > RICH_NODES_MAX) return TOO_MUCH;
      waiting.push({ node: child, allowed: RICH_NODES[type], depth: depth + 1 });
    }
  }
  return null;
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const only = (value: Plain, keys: readonly string[]) => Object.keys(value).every((key) => keys.includes(key));

function textProblem(node: Plain): string | null {
  if (!only(node, ["type", "text", "marks"])) return FORM;
  if (typeof node.text !== "string" || node.text === "" || !isStorable(node.text)) return FORM;
  if (node.marks === undefined) return null;
  if (!Array.isArray(node.marks) || node.marks.length > RICH_MARKS.length) return FORM;
  for (const mark of node.marks) {
    const problem = markProblem(mark);
    if (problem) return problem;
  }
  return new Set(node.marks.map(({ type }) => type)).size === node.marks.length ? null : FORM;
}

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();

function markProblem(mark: unknown): string | null {
  if (!isPlain(mark) || !only(mark, ["type", "attrs"])) return FORM;
  if (!(RICH_MARKS as readonly unknown[]).includes(mark.type)) return FORM;
  if (mark.type !== "link") return mark.attrs === undefined ? null : FORM;
  if (!isPlain(mark.attrs) || !only(mark.attrs, ["href"])) return FORM;
  const { href } = mark.attrs;
  return typeof href === "string" && isStorable(href) && isLink(href) ? null : LINK;
}

/** Allowed attributes of each node. */
const ATTRS: Partial<Record<RichNodeType, Record<string, (value: unknown) => boolean>>> = {
  heading: { level: (level) => (HEADING_LEVELS as readonly unknown[]).includes(level) },
  orderedList: { start: (start) => isWhole(start, 0, 10_000), type: (type) => type === null },
  image: {
    imageId: (id) => z.uuid().safeParse(id).success,
    alt: (alt) => typeof alt === "string" && alt.length <= ALT_MAX && isStorable(alt),
  },
  tableCell: { colspan: isSpan, rowspan: isSpan, colwidth: isColumnWidth },
  tableHeader: { colspan: isSpan, rowspan: isSpan, colwidth: isColumnWidth },
};
const NEEDED: Partial<Record<RichNodeType, readonly string[]>> = { heading: ["level"], image: ["imageId", "alt"] };
/** Nodes that must have children. */
const FILLED: readonly string[] = ["doc", "bulletList", "orderedList", "listItem", "table", "tableRow"];

function nodeProblem(type: RichNodeType, node: Plain): string | null {
  if (!only(node, ["type", "attrs", "content"])) return FORM;
  const { attrs = {}, content } = node;
  const known = ATTRS[type] ?? {};
  if (!isPlain(attrs)) return FORM;
  for (const [name, value] of Object.entries(attrs))
    if (!Object.hasOwn(known, name) || !known[name]?.(value)) return FORM;
  if ((NEEDED[type] ?? []).some((name) => !Object.hasOwn(attrs, name))) return FORM;
  if (content !== undefined && !Array.isArray(content)) return FORM;
  const isLeaf = RICH_NODES[type].length === 0;
  if (isLeaf ? content !== undefined : FILLED.includes(type) && !(content as unknown[] | undefined)?.length)
    return FORM;
  return null;
}

const isWhole = (value: unknown, least: number, most: number) =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
function isSpan(value: unknown): boolean {
  return isWhole(value, 1, SPAN_MAX);
}
function isColumnWidth(value: unknown): boolean {
  return (
    value === null ||
    (Array.isArray(value) && value.length <= SPAN_MAX && value.every((width) => isWhole(width, 0, 5_000)))
  );
}
