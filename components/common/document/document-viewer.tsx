"use client";

import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { PrintOnly } from "@/components/ui/print-only";
import { type Shortcut, useShortcuts } from "@/lib/client/shortcuts";
import { type DocumentPageQuery, DocumentPane, isCurrentDocument, type ViewedDocument } from "./document-pane";
import { DocumentTabs } from "./document-tabs";
import {
  DocumentToolbar,
  resetPictureView,
  turnPictureLeft,
  turnPictureRight,
  zoomPictureIn,
  zoomPictureOut,
} from "./document-toolbar";
import { INITIAL_PICTURE_VIEW, type PictureView } from "./pan-zoom";
import { useFullScreenElement } from "./use-fill-window";

/** Documents that another part of the screen makes the viewer show. `scroll` also scrolls the viewer into view. */
export type DocumentsToShow = { ids: readonly string[]; scroll?: boolean };

type Props = {
  documents: readonly ViewedDocument[];
  /** Returns the query that loads one page of a document, counted from 1. */
  queryOf: (id: string, page: number) => DocumentPageQuery;
  /** Downloads the original file. Omitted if the admin may not download it. */
  originalOf?: (id: string) => Promise<Blob>;
  /** Called when a page of a PDF has been rendered for the first time: refetch the record, which now has the number of pages. */
  onDrawn?: () => void;
  /** Object URLs of the thumbnails loaded so far, by id. */
  thumbnails?: Readonly<Record<string, string>>;
  /** Returns the id of the document shown beside this one in comparison mode. */
  besideOf: (id: string) => string | undefined;
  /** Plural noun for the documents; default "Documents". */
  noun?: string;
  /** Key that toggles comparison; default C. */
  compareKey?: string;
  /** CSS classes for the height outside full screen. */
  height?: string;
  /** Documents to show. A new object shows the documents again, even if the ids are the same. */
  asked?: DocumentsToShow;
};

/** State of one of the two panes: document, page and zoom. */
type PaneState = { id: string; page: number; view: PictureView };
const newPane = (id: string): PaneState => ({ id, page: 1, view: INITIAL_PICTURE_VIEW });

/** True if the next record opens in comparison mode. Only user actions change this variable, so it stays false on the server. */
let isComparingByDefault = false;

/**
 * Shows the documents of a record, one at a time or two side by side. Fetches each with the admin's session only when it is shown,
 * because the API logs every fetch as a view. The bytes stay in memory.
 */
export function DocumentViewer(props: Props) {
  const { documents, queryOf, originalOf, onDrawn, thumbnails = {}, besideOf: comparedIdOf, height, asked } = props;
  const { noun = "Documents", compareKey = "c" } = props;
  const element = useRef<HTMLDivElement>(null);
  const [panes, setPanes] = useState<PaneState[]>(() => {
    const first = documents[0]?.id;
    const comparedId = first && isComparingByDefault ? comparedIdOf(first) : undefined;
    return [first, comparedId].flatMap((id) => (id ? [newPane(id)] : []));
  });
  const [activeIndex, setActiveIndex] = useState(0);
  const [full, setFull] = useState(false);
  useFullScreenElement(element, full, () => setFull(false));

  const shown = panes.flatMap((pane) => {
    const document = documents.find(({ id }) => id === pane.id);
    return document ? [{ ...pane, document }] : [];
  });
  const [first] = documents;
  // Falls back to the first document if a resubmission has replaced the documents on screen.
  if (!shown.length && first) shown.push({ ...newPane(first.id), document: first });
  const index = Math.min(activeIndex, shown.length - 1);
  const active = shown[index];

  const changePane = (at: number, update: (pane: PaneState) => PaneState) =>
    setPanes((previous) => {
      const current = previous.length === shown.length ? previous : shown;
      return current.map(({ id, page, view }, each) => (each === at ? update({ id, page, view }) : { id, page, view }));
    });
  const look = (position: number) => (update: (view: PictureView) => PictureView) =>
    changePane(position, (pane) => ({ ...pane, view: update(pane.view) }));
  const turnTo = (position: number) => (page: number) => changePane(position, ({ id }) => ({ ...newPane(id), page }));
  const show = (id: string) => changePane(index, () => newPane(id));
  /** Shows one document in the active pane, or two side by side. */
  const showAll = (ids: readonly string[]) => {
    if (ids.every((id) => panes.some((pane) => pane.id === id))) return;
    if (ids.length === 1) return show(ids[0] as string);
    setPanes(ids.map((id) => panes.find((pane) => pane.id === id) ?? newPane(id)));
    setActiveIndex(0);
  };
  const canCompare = documents.length > 1;
  const compare = () => {
    if (!active || !canCompare) return;
    const comparedId = comparedIdOf(active.id) ?? documents.find((each) => each.id !== active.id)?.id;
    const { document: _document, ...activePane } = active;
    isComparingByDefault = shown.length < 2;
    setPanes(isComparingByDefault && comparedId ? [activePane, newPane(comparedId)] : [activePane]);
    setActiveIndex(0);
  };
  const pager = active && active.document.pages > 1 && { active, turnTo: turnTo(index) };
  const viewControls = { look: look(index), full, setFull, pager };
  const shortcutActions = { ...viewControls, documents, show, compare: canCompare && compare, compareKey, noun };
  useShortcuts(noun, active ? toShortcuts(shortcutActions) : []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each request to show documents
  useEffect(() => {
    if (!asked) return;
    showAll(asked.ids);
    if (asked.scroll) element.current?.scrollIntoView({ block: "nearest" });
  }, [asked]);

  if (!active) return <p className="p-5 text-muted">No documents were sent with this request.</p>;
  return (
    <div
      ref={element}
      className={clsx("flex min-h-0 flex-1 flex-col", full && "safe-area fixed inset-0 z-40 bg-surface pt-3")}
      data-fills-window={full || undefined}
    >
      <PrintOnly
        words={`${noun} are not printed: ${documents.map(({ label }) => label).join(", ")}.`}
        className="px-5 pb-3"
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-3 print:hidden">
        <DocumentTabs
          documents={documents}
          thumbnails={thumbnails}
          shown={shown.map(({ id }) => id)}
          onShow={show}
          noun={noun}
        />
        <DocumentToolbar
          view={active.view}
          onView={look(index)}
          comparing={canCompare ? shown.length > 1 : null}
          onCompare={compare}
          compareKey={compareKey}
          full={full}
          onFull={() => setFull(!full)}
        />
      </div>
      <div
        className={clsx(
          "print:hidden flex min-h-0 gap-px overflow-hidden bg-border max-md:flex-col",
          full ? "flex-1" : ["rounded-b-lg", height ?? ["md:h-[34rem]", shown.length > 1 ? "h-[40rem]" : "h-[26rem]"]],
        )}
      >
        {shown.map(({ document, page, view }, position) => (
          <DocumentPane
            // biome-ignore lint/suspicious/noArrayIndexKey: both panes may show the same document
            key={`${position} ${document.id}`}
            document={document}
            page={page}
            onPage={turnTo(position)}
            query={queryOf(document.id, page)}
            original={originalOf && (() => originalOf(document.id))}
            onDrawn={onDrawn}
            view={view}
            onView={look(position)}
            active={shown.length > 1 && position === index}
            onActive={() => setActiveIndex(position)}
          />
        ))}
      </div>
    </div>
  );
}

type State = {
  documents: readonly ViewedDocument[];
  look: (update: (view: PictureView) => PictureView) => void;
  show: (id: string) => void;
  compare: (() => void) | false;
  compareKey: string;
  noun: string;
  full: boolean;
  setFull: (full: boolean) => void;
  /** Active page and a function that turns pages. Set only if the active document has several pages. */
  pager: { active: { page: number; document: ViewedDocument }; turnTo: (page: number) => void } | false | undefined;
};

/** Maps keys to the viewer's actions. Rotation has the bracket keys, because R is the shortcut that rejects a record. */
const toShortcuts = ({ documents, look, show, compare, compareKey, noun, full, setFull, pager }: State): Shortcut[] => [
  ...documents
    .filter(isCurrentDocument)
    .slice(0, 9)
    .map(({ id, label }, position) => ({ key: String(position + 1), label, run: () => show(id) })),
  { key: "+", otherKey: "=", label: "Zoom in", run: () => look(zoomPictureIn) },
  { key: "-", label: "Zoom out", run: () => look(zoomPictureOut) },
  { key: "0", label: "Fit", run: () => look(resetPictureView) },
  { key: "]", label: "Rotate right", run: () => look(turnPictureRight) },
  { key: "[", label: "Rotate left", run: () => look(turnPictureLeft) },
  ...(pager ? pageShortcuts(pager.active.page, pager.active.document.pages, pager.turnTo) : []),
  ...(compare ? [{ key: compareKey, label: `Compare two ${noun.toLowerCase()}`, run: compare }] : []),
  { key: "f", label: "Full screen", run: () => setFull(!full) },
  ...(full ? [{ key: "escape", label: "Leave full screen", run: () => setFull(false) }] : []),
];

const pageShortcuts = (page: number, pages: number, turnTo: (page: number) => void): Shortcut[] => [
  { key: "pagedown", label: "Next page", run: () => turnTo(Math.min(pages, page + 1)) },
  { key: "pageup", label: "Previous page", run: () => turnTo(Math.max(1, page - 1)) },
];
