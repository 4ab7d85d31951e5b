"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, Suspense, useId, useState } from "react";
import { Card } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { AnyDraft } from "@/lib/contract/entries-drafts";
import type { EntryEditorProps } from "./entry-editor";
import type { EntryLanguage } from "./entry-language-select";
import { EntryPreviewPanel } from "./entry-preview-panel";
import { useEntryPreview } from "./use-entry-preview";

const EntryApiResponsePanel = lazyWithPreload(() => import("./entry-app-data-panel"), "EntryApiResponsePanel");
const EntryActivityPanel = lazyWithPreload(() => import("./entry-activity-panel"), "EntryActivityPanel");
const EntryVersionsPanel = lazyWithPreload(() => import("./entry-versions-panel"), "EntryVersionsPanel");

const PANELS = [
  { id: "preview", label: "Preview" },
  { id: "received", label: "What the app receives" },
  { id: "versions", label: "Versions" },
  { id: "activity", label: "Activity" },
] as const;
type PanelId = (typeof PANELS)[number]["id"];

type EntrySideProps = {
  kind: EntryKind;
  entry: EntrySingle;
  draft: AnyDraft;
  dirty: boolean;
  language: EntryLanguage;
  languages: readonly EntryLanguage[];
  mayChange: boolean;
  preview?: EntryEditorProps<EntryKind>["preview"];
};

/** Renders preview, API response, versions and history of an entry beside the fields. */
export function EntrySidePanel({ kind, entry, draft, dirty, language, languages, mayChange, preview }: EntrySideProps) {
  const [open, setOpen] = useState<PanelId>("preview");
  const id = useId();
  const previewState = useEntryPreview(kind, entry.id, draft, language.code, open === "preview" || open === "received");
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
        {open === "preview" && <EntryPreviewPanel shown={previewState} language={language} render={preview} />}
        <Suspense fallback={<Skeleton className="h-64" />}>
          {open === "received" && (
            <EntryApiResponsePanel kind={kind} entry={entry} draft={draft} shown={previewState} />
          )}
          {open === "versions" && (
            <EntryVersionsPanel
              kind={kind}
              entry={entry}
              draft={draft}
              dirty={dirty}
              languages={languages}
              mayChange={mayChange}
            />
          )}
          {open === "activity" && <EntryActivityPanel kind={kind} timeline={entry.timeline} languages={languages} />}
        </Suspense>
      </div>
    </Card>
  );
}
