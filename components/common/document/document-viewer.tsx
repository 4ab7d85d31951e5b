"use client";

import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { type Shortcut, useShortcuts } from "@/lib/client/shortcuts";
import { DocumentPane, type DocumentQuery, isCurrent, type ViewedDocument } from "./document-pane";
import { DocumentTabs } from "./document-tabs";
import { DocumentToolbar, fit, turnLeft, turnRight, zoomIn, zoomOut } from "./document-toolbar";
import { FIT, type View } from "./pan-zoom";
import { useFillWindow } from "./use-fill-window";

/** Documents that something else on the screen asks for; with `scroll` the viewer is brought into view. */
export type AskedDocuments = { ids: readonly string[]; scroll?: boolean };

type Props = {
  documents: readonly ViewedDocument[];
  /** Of one page, from 1. */
  queryOf: (id: string, page: number) => DocumentQuery;
  /** The file as it was sent, where it may be had. */
  originalOf?: (id: string) => Promise<Blob>;
  /** A document whose pages were not known has them now. */
  onDrawn?: () => void;
  /** Small pictures by id, as far as they are there. */
  thumbnails?: Readonly<Record<string, string>>;
  /** Which document is best compared with this one. */
  besideOf: (id: string) => string | undefined;
  /** What they are called together: "Documents" unless told. */
  noun?: string;
  /** C unless the screen needs that key. */
  compareKey?: string;
  /** Classes that say how high it is while it does not fill the window. */
  height?: string;
  /** Shown whenever others are handed in. */
  asked?: AskedDocuments;
};

/** One of the places that show a document: which one, which page of it, and how it is looked at. */
type Place = { id: string; page: number; view: View };
const placeOf = (id: string): Place => ({ id, page: 1, view: FIT });

/** Anyone who compares goes on comparing in the next record. Set by a hand only, so never on the server. */
let comparedLast = false;

/**
 * Looks at the documents of a record, one at a time or two side by side. Each is fetched with the caller's right when it
 * is first shown (the call that hands it out is the view on record) and lives in memory only.
 */
export function DocumentViewer(props: Props) {
  const { documents, queryOf, originalOf, onDrawn, thumbnails = {}, besideOf, height, asked } = props;
  const { noun = "Documents", compareKey = "c" } = props;
  const element = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<Place[]>(() => {
    const first = documents[0]?.id;
    const beside = first && comparedLast ? besideOf(first) : undefined;
    return [first, beside].flatMap((id) => (id ? [placeOf(id)] : []));
  });
  const [activeIndex, setActiveIndex] = useState(0);
  const [full, setFull] = useState(false);
  useFillWindow(element, full, () => setFull(false));

  const shown = places.flatMap((place) => {
    const document = documents.find(({ id }) => id === place.id);
    return document ? [{ ...place, document }] : [];
  });
  const [first] = documents;
  // A resubmission has put other documents in their place.
  if (!shown.length && first) shown.push({ ...placeOf(first.id), document: first });
  const index = Math.min(activeIndex, shown.length - 1);
  const active = shown[index];

  const change = (at: number, next: (place: Place) => Place) =>
    setPlaces((before) => {
      const from = before.length === shown.length ? before : shown;
      return from.map(({ id, page, view }, each) => (each === at ? next({ id, page, view }) : { id, page, view }));
    });
  const look = (at: number) => (next: (view: View) => View) =>
    change(at, (place) => ({ ...place, view: next(place.view) }));
  const turnTo = (at: number) => (page: number) => change(at, ({ id }) => ({ ...placeOf(id), page }));
  const show = (id: string) => change(index, () => placeOf(id));
  /** One takes the place of the active one; two stand side by side. What is shown already stays as it is looked at. */
  const showAll = (ids: readonly string[]) => {
    if (ids.every((id) => places.some((place) => place.id === id))) return;
    if (ids.length === 1) return show(ids[0] as string);
    setPlaces(ids.map((id) => places.find((place) => place.id === id) ?? placeOf(id)));
    setActiveIndex(0);
  };
  const canCompare = documents.length > 1;
  const compare = () => {
    if (!active || !canCompare) return;
    const beside = besideOf(active.id) ?? documents.find((each) => each.id !== active.id)?.id;
    const { document: _document, ...kept } = active;
    comparedLast = shown.length < 2;
    setPlaces(comparedLast && beside ? [kept, placeOf(beside)] : [kept]);
    setActiveIndex(0);
  };
  const pager = active && active.document.pages > 1 && { active, turnTo: turnTo(index) };
  const looking = { look: look(index), full, setFull, pager };
  const means = { ...looking, documents, show, compare: canCompare && compare, compareKey, noun };
  useShortcuts(noun, active ? shortcutsOf(means) : []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is asked for
  useEffect(() => {
    if (!asked) return;
    showAll(asked.ids);
    if (asked.scroll) element.current?.scrollIntoView({ block: "nearest" });
  }, [asked]);

  if (!active) return <p className="p-5 text-muted">No documents were sent with this request.</p>;
  return (
    <div
      ref={element}
      className={clsx("flex min-h-0 flex-1 flex-col", full && "fixed inset-0 z-40 bg-surface pt-3")}
      data-fills-window={full || undefined}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-3">
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
          "flex min-h-0 gap-px overflow-hidden bg-border max-md:flex-col",
          full ? "flex-1" : ["rounded-b-lg", height ?? ["md:h-[34rem]", shown.length > 1 ? "h-[40rem]" : "h-[26rem]"]],
        )}
      >
        {shown.map(({ document, page, view }, at) => (
          <DocumentPane
            // biome-ignore lint/suspicious/noArrayIndexKey: the same document may stand in both places
            key={`${at} ${document.id}`}
            document={document}
            page={page}
            onPage={turnTo(at)}
            query={queryOf(document.id, page)}
            original={originalOf && (() => originalOf(document.id))}
            onDrawn={onDrawn}
            view={view}
            onView={look(at)}
            active={shown.length > 1 && at === index}
            onActive={() => setActiveIndex(at)}
          />
        ))}
      </div>
    </div>
  );
}

type Means = {
  documents: readonly ViewedDocument[];
  look: (next: (view: View) => View) => void;
  show: (id: string) => void;
  compare: (() => void) | false;
  compareKey: string;
  noun: string;
  full: boolean;
  setFull: (full: boolean) => void;
  /** Of a document with more than one page. */
  pager: { active: { page: number; document: ViewedDocument }; turnTo: (page: number) => void } | false | undefined;
};

/** R is taken by the decision, so turning is on the brackets. */
const shortcutsOf = ({ documents, look, show, compare, compareKey, noun, full, setFull, pager }: Means): Shortcut[] => [
  ...documents
    .filter(isCurrent)
    .slice(0, 9)
    .map(({ id, label }, at) => ({ key: String(at + 1), label, run: () => show(id) })),
  { key: "+", also: "=", label: "Zoom in", run: () => look(zoomIn) },
  { key: "-", label: "Zoom out", run: () => look(zoomOut) },
  { key: "0", label: "Fit", run: () => look(fit) },
  { key: "]", label: "Rotate right", run: () => look(turnRight) },
  { key: "[", label: "Rotate left", run: () => look(turnLeft) },
  ...(pager ? pageKeys(pager.active.page, pager.active.document.pages, pager.turnTo) : []),
  ...(compare ? [{ key: compareKey, label: `Compare two ${noun.toLowerCase()}`, run: compare }] : []),
  { key: "f", label: "Full screen", run: () => setFull(!full) },
  ...(full ? [{ key: "escape", label: "Leave full screen", run: () => setFull(false) }] : []),
];

const pageKeys = (page: number, pages: number, turnTo: (page: number) => void): Shortcut[] => [
  { key: "pagedown", label: "Next page", run: () => turnTo(Math.min(pages, page + 1)) },
  { key: "pageup", label: "Previous page", run: () => turnTo(Math.max(1, page - 1)) },
];
