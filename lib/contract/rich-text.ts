import { z } from "zod";
import { ALT_TEXT_MAX, isAllowedLink } from "./content-entries.values";
import {
  HEADING_LEVELS,
  MAX_CELL_SPAN,
  RICH_MARKS,
  RICH_NODES,
  RICH_TEXT_DEPTH_MAX,
  RICH_TEXT_LENGTH_MAX,
  RICH_TEXT_NODES_MAX,
  type RichNodeType,
  type RichText,
} from "./rich-text.values";

/** A rich text with allowed nodes, marks and attributes only. */
export const richText = z.custom<RichText>().superRefine((value, context) => {
  const problem = findProblem(value);
  if (problem) context.addIssue({ code: "custom", message: problem });
});

const UNSUPPORTED_MESSAGE = "This text contains formatting that isn't supported. Write it in the editor.";
const TOO_LONG_MESSAGE = `This text is too long. Use at most ${RICH_TEXT_LENGTH_MAX.toLocaleString("en")} characters.`;
const TOO_MANY_NODES_MESSAGE = "This text has too many paragraphs, cells or pictures. Split it into two texts.";
const BAD_LINK = "A link in this text is not valid. Use an address that begins with https://, mailto: or tel:.";

type PlainObject = Record<string, unknown>;
type NodeToCheck = { node: unknown; allowed: readonly string[]; depth: number };

/** Walks the tree without recursion, because a request may be nested deeper than the call stack. @returns null if the text is valid */
function findProblem(doc: unknown): string | null {
  const nodesToCheck: NodeToCheck[] = [{ node: doc, allowed: ["doc"], depth: 0 }];
  let nodes = 0;
  let characterCount = 0;
  for (let next = nodesToCheck.pop(); next; next = nodesToCheck.pop()) {
    const { node, allowed, depth } = next;
    if (++nodes > RICH_TEXT_NODES_MAX) return TOO_MANY_NODES_MESSAGE;
    // Requires the type to be a string: an array such as `["doc"]` would be converted to "doc" when used as a key, and
    // so count as a known type.
    if (depth > RICH_TEXT_DEPTH_MAX || !isPlainObject(node) || typeof node.type !== "string")
      return UNSUPPORTED_MESSAGE;
    if (!allowed.includes(node.type)) return UNSUPPORTED_MESSAGE;
    const type = node.type as RichNodeType;
    const problem = type === "text" ? textProblem(node) : nodeProblem(type, node);
    if (problem) return problem;
    if (typeof node.text === "string") characterCount += node.text.length;
    if (characterCount > RICH_TEXT_LENGTH_MAX) return TOO_LONG_MESSAGE;
    for (const child of (node.content as unknown[] | undefined) ?? []) {
      if (nodesToCheck.length > RICH_TEXT_NODES_MAX) return TOO_MANY_NODES_MESSAGE;
      nodesToCheck.push({ node: child, allowed: RICH_NODES[type], depth: depth + 1 });
    }
  }
  return null;
}

const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const onlyHas = (value: PlainObject, keys: readonly string[]) => Object.keys(value).every((key) => keys.includes(key));

function textProblem(node: PlainObject): string | null {
  if (!onlyHas(node, ["type", "text", "marks"])) return UNSUPPORTED_MESSAGE;
  if (typeof node.text !== "string" || node.text === "" || !isStorableText(node.text)) return UNSUPPORTED_MESSAGE;
  if (node.marks === undefined) return null;
  if (!Array.isArray(node.marks) || node.marks.length > RICH_MARKS.length) return UNSUPPORTED_MESSAGE;
  for (const mark of node.marks) {
    const problem = markProblem(mark);
    if (problem) return problem;
  }
  return new Set(node.marks.map(({ type }) => type)).size === node.marks.length ? null : UNSUPPORTED_MESSAGE;
}

const isStorableText = (text: string) => !text.includes("\0") && text.isWellFormed();

function markProblem(mark: unknown): string | null {
  if (!isPlainObject(mark) || !onlyHas(mark, ["type", "attrs"])) return UNSUPPORTED_MESSAGE;
  if (!(RICH_MARKS as readonly unknown[]).includes(mark.type)) return UNSUPPORTED_MESSAGE;
  if (mark.type !== "link") return mark.attrs === undefined ? null : UNSUPPORTED_MESSAGE;
  if (!isPlainObject(mark.attrs) || !onlyHas(mark.attrs, ["href"])) return UNSUPPORTED_MESSAGE;
  const { href } = mark.attrs;
  return typeof href === "string" && isStorableText(href) && isAllowedLink(href) ? null : BAD_LINK;
}

/** Allowed attributes of each node. */
const ATTRIBUTE_CHECKS: Partial<Record<RichNodeType, Record<string, (value: unknown) => boolean>>> = {
  heading: { level: (level) => (HEADING_LEVELS as readonly unknown[]).includes(level) },
  orderedList: { start: (start) => isIntegerBetween(start, 0, 10_000), type: (type) => type === null },
  image: {
    imageId: (id) => z.uuid().safeParse(id).success,
    alt: (alt) => typeof alt === "string" && alt.length <= ALT_TEXT_MAX && isStorableText(alt),
  },
  tableCell: { colspan: isCellSpan, rowspan: isCellSpan, colwidth: isColumnWidth },
  tableHeader: { colspan: isCellSpan, rowspan: isCellSpan, colwidth: isColumnWidth },
};
const NEEDED_ATTR: Partial<Record<RichNodeType, readonly string[]>> = { heading: ["level"], image: ["imageId", "alt"] };
/** Node types that must have children. */
const NEVER_EMPTY_NODES: readonly string[] = ["doc", "bulletList", "orderedList", "listItem", "table", "tableRow"];

function nodeProblem(type: RichNodeType, node: PlainObject): string | null {
  if (!onlyHas(node, ["type", "attrs", "content"])) return UNSUPPORTED_MESSAGE;
  const { attrs = {}, content } = node;
  const attributeChecks = ATTRIBUTE_CHECKS[type] ?? {};
  if (!isPlainObject(attrs)) return UNSUPPORTED_MESSAGE;
  for (const [name, value] of Object.entries(attrs))
    if (!Object.hasOwn(attributeChecks, name) || !attributeChecks[name]?.(value)) return UNSUPPORTED_MESSAGE;
  if ((NEEDED_ATTR[type] ?? []).some((name) => !Object.hasOwn(attrs, name))) return UNSUPPORTED_MESSAGE;
  if (content !== undefined && !Array.isArray(content)) return UNSUPPORTED_MESSAGE;
  const isLeaf = RICH_NODES[type].length === 0;
  if (isLeaf ? content !== undefined : NEVER_EMPTY_NODES.includes(type) && !(content as unknown[] | undefined)?.length)
    return UNSUPPORTED_MESSAGE;
  return null;
}

const isIntegerBetween = (value: unknown, minimum: number, maximum: number) =>
  typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum;
function isCellSpan(value: unknown): boolean {
  return isIntegerBetween(value, 1, MAX_CELL_SPAN);
}
function isColumnWidth(value: unknown): boolean {
  return (
    value === null ||
    (Array.isArray(value) && value.length <= MAX_CELL_SPAN && value.every((width) => isIntegerBetween(width, 0, 5_000)))
  );
}
