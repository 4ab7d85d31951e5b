"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, Suspense, useId, useState } from "react";
import { Card } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import type { ContentEntryEditorProps } from "./content-entry-editor";
import type { ContentEntryLanguage } from "./content-entry-language-select";
import { ContentEntryPreviewPanel } from "./content-entry-preview-panel";
import { useContentEntryPreview } from "./use-content-entry-preview";

const ContentEntryApiResponsePanel = lazyWithPreload(
  () => import("./content-entry-api-response-panel"),
  "ContentEntryApiResponsePanel",
);
const ContentEntryActivityPanel = lazyWithPreload(
  () => import("./content-entry-activity-panel"),
  "ContentEntryActivityPanel",
);
const ContentEntryVersionsPanel = lazyWithPreload(
  () => import("./content-entry-versions-panel"),
  "ContentEntryVersionsPanel",
);

const PANELS = [
  { id: "preview", label: "Preview" },
  { id: "received", label: "What the app receives" },
  { id: "versions", label: "Versions" },
  { id: "activity", label: "Activity" },
] as const;
type PanelId = (typeof PANELS)[number]["id"];

type ContentEntrySidePanelProps = {
  kind: ContentEntryKind;
  entry: ContentEntryDetails;
  draft: AnyDraft;
  dirty: boolean;
  language: ContentEntryLanguage;
  languages: readonly ContentEntryLanguage[];
  mayChange: boolean;
  preview?: ContentEntryEditorProps<ContentEntryKind>["preview"];
};

/** Renders preview, API response, versions and history of a content entry beside the fields. */
export function ContentEntrySidePanel({
  kind,
  entry,
  draft,
  dirty,
  language,
  languages,
  mayChange,
  preview,
}: ContentEntrySidePanelProps) {
  const [open, setOpen] = useState<PanelId>("preview");
  const id = useId();
  const previewState = useContentEntryPreview(
    kind,
    entry.id,
    draft,
    language.code,
    open === "preview" || open === "received",
  );
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const openIndex = PANELS.findIndex((panel) => panel.id === open);
    const next = PANELS[(openIndex + step + PANELS.length) % PANELS.length];
    if (!next) return;
    event.preventDefault();
    setOpen(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <Card
      aria-label="Preview and versions"
      className="min-w-0 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-10.5rem)] xl:overflow-y-auto"
    >
      <div
        role="tablist"
        aria-label="Preview and versions"
        className="sticky top-0 z-1 flex gap-5 overflow-x-auto overflow-y-hidden rounded-t-lg border-border border-b bg-surface px-5"
      >
        {PANELS.map((panel) => (
          <button
            key={panel.id}
            type="button"
            role="tab"
            id={`${id}-${panel.id}`}
            aria-selected={open === panel.id}
            aria-controls={`${id}-panel`}
            tabIndex={open === panel.id ? 0 : -1}
            onClick={() => setOpen(panel.id)}
            onKeyDown={move}
            className={clsx(
              "-mb-px flex h-11 items-center whitespace-nowrap border-b-2 font-semibold text-sm -outline-offset-2",
              open === panel.id
                ? "border-primary text-foreground"
                : "border-transparent text-muted hover:text-foreground",
            )}
          >
            {panel.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} className="p-5">
        {open === "preview" && <ContentEntryPreviewPanel shown={previewState} language={language} render={preview} />}
        <Suspense fallback={<Skeleton className="h-64" />}>
          {open === "received" && (
            <ContentEntryApiResponsePanel kind={kind} entry={entry} draft={draft} shown={previewState} />
          )}
          {open === "versions" && (
            <ContentEntryVersionsPanel
              kind={kind}
              entry={entry}
              draft={draft}
              dirty={dirty}
              languages={languages}
              mayChange={mayChange}
            />
          )}
          {open === "activity" && (
            <ContentEntryActivityPanel kind={kind} timeline={entry.timeline} languages={languages} />
          )}
        </Suspense>
      </div>
    </Card>
  );
}
