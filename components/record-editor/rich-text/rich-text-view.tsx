import { createElement, Fragment, type ReactNode } from "react";
import { isAllowedLink } from "@/lib/contract/content-entries.values";
import type { RichMark, RichNode, RichText } from "@/lib/contract/rich-text.values";
import { RICH_TEXT_CLASS } from "./prose";

type ImageUrl = (imageId: string) => string | undefined;
type RichTextViewProps = { doc: RichText; imageUrl: ImageUrl; language?: string; dir?: "ltr" | "rtl" };

/** Renders a stored rich text without loading the editor. Links are inactive, because the text is only a draft. */
export function RichTextView({ doc, imageUrl, language, dir }: RichTextViewProps) {
  return (
    <div className={RICH_TEXT_CLASS} lang={language} dir={dir}>
      {renderNodes(doc.content, imageUrl)}
    </div>
  );
}

const renderNodes = (nodes: readonly RichNode[] = [], imageUrl: ImageUrl): ReactNode =>
  // Passes the nodes as separate arguments, for which React requires no keys. Nodes have no ids that could serve as keys.
  createElement(Fragment, null, ...nodes.map((node) => renderNode(node, imageUrl)));

const NODE_TAGS: Partial<Record<RichNode["type"], string>> = {
  paragraph: "p",
  bulletList: "ul",
  orderedList: "ol",
  listItem: "li",
  blockquote: "blockquote",
  tableRow: "tr",
};

function renderNode(node: RichNode, imageUrl: ImageUrl): ReactNode {
  const { type, attrs = {} } = node;
  const renderContent = () => renderNodes(node.content, imageUrl);
  const tag = NODE_TAGS[type];
  if (tag) return createElement(tag, type === "orderedList" ? { start: attrs.start } : null, renderContent());
  if (type === "text") return (node.marks ?? []).reduceRight<ReactNode>(renderMark, node.text);
  if (type === "heading") return createElement(`h${Number(attrs.level)}`, null, renderContent());
  if (type === "hardBreak") return <br />;
  if (type === "horizontalRule") return <hr />;
  if (type === "table")
    return (
      <table>
        <tbody>{renderContent()}</tbody>
      </table>
    );
  if (type === "tableCell" || type === "tableHeader")
    return createElement(
      type === "tableCell" ? "td" : "th",
      { colSpan: Number(attrs.colspan ?? 1), rowSpan: Number(attrs.rowspan ?? 1) },
      renderContent(),
    );
  if (type !== "image") return null;
  const src = imageUrl(String(attrs.imageId));
  const alt = String(attrs.alt ?? "");
  // biome-ignore lint/performance/noImgElement: private bytes in memory, not for an image optimizer
  return src ? <img src={src} alt={alt} /> : <p className="text-muted">[{alt || "Picture"}]</p>;
}

const MARK_TAGS = { bold: "strong", italic: "em", underline: "u", strike: "s" } as const;

function renderMark(renderContent: ReactNode, mark: RichMark): ReactNode {
  if (mark.type !== "link") return createElement(MARK_TAGS[mark.type], null, renderContent);
  return isAllowedLink(mark.attrs.href) ? (
    <span className="text-primary underline">{renderContent}</span>
  ) : (
    renderContent
  );
}
