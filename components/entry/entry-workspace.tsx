"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { PageHeader } from "@/components/common/page-header";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { EntrySingle } from "@/lib/contract/entries";
import { type EntryKind, SOURCE_LANGUAGE } from "@/lib/contract/entries.values";
import type { Drafts } from "@/lib/contract/entries-drafts";
import { entryLanguagesQuery } from "@/lib/queries/entries";
import { EntryActionBar } from "./entry-bar";
import type { EntryEditorProps } from "./entry-editor";
import { focusDraftField } from "./entry-field";
import { ENTRY_KIND_INFO, languageTextsOf } from "./entry-kinds";
import { EntryLanguageSelect, entryLanguagesOf, SOURCE_ENTRY_LANGUAGE } from "./entry-language-select";
import { EntryRestoreOffer } from "./entry-restore";
import { EntrySidePanel } from "./entry-side-panel";
import { EntryStateBadge } from "./entry-state";
import { describePublicationTimes } from "./entry-when";
import { useEntryDraft } from "./use-entry-draft";
import { useEntryImages } from "./use-entry-images";
import { useEntryRights } from "./use-entry-rights";
import { useRefetchAtNextChange } from "./use-refetch-at-next-change";

const EntryConflictResolver = lazyWithPreload(() => import("./entry-conflict"), "EntryConflictResolver");

type EntryDeskProps<K extends EntryKind> = EntryEditorProps<K> & {
  entry: EntrySingle;
  /** Refetches the entry after a publication time has passed. */
  onClock: () => unknown;
};

/** Renders the editor of a content entry that has loaded. */
export function EntryWorkspace<K extends EntryKind>({
  kind,
  words: labels,
  fields,
  preview,
  entry,
  onClock: onPublicationTime,
}: EntryDeskProps<K>) {
  const rights = useEntryRights(kind);
  const desk = useEntryDraft(kind, entry);
  const { draft, theirs } = desk;
  const { offer } = desk.kept;
  const images = useEntryImages(kind, draft);
  const { data } = useQuery(entryLanguagesQuery());
  const [language, setLanguage] = useState<string>(SOURCE_LANGUAGE);
  const languages = entryLanguagesOf(data?.items, draft);
  const editedLanguage = languages.find(({ code }) => code === language) ?? SOURCE_ENTRY_LANGUAGE;
  const locked = entry.state === "archived" || !rights.update;
  const readOnly = locked || offer !== null;
  const one = labels?.one ?? ENTRY_KIND_INFO[kind].one;
  useRefetchAtNextChange(
    useMemo(() => [entry], [entry]),
    onPublicationTime,
  );
  useShortcuts(
    `The ${one}`,
    locked ? [] : [{ key: "s", withCtrlOrCmd: true, label: "Save draft", run: () => void desk.save() }],
  );
  /** Opens a field of the draft. Switches the language if the field belongs to another language. */
  const goToDraftField = (path: string) => {
    const code = /^texts\.([^.]+)/.exec(path)?.[1];
    if (code) setLanguage(code);
    // Waits until the dialog has closed and restored the focus.
    setTimeout(() => focusDraftField(path), 50);
  };
  return (
    <>
      {labels?.back && (
        <PageHeader
          title={entry.title || `Untitled ${one}`}
          breadcrumbs={[labels.back]}
          badge={<EntryStateBadge entry={entry} />}
          description={describePublicationTimes(entry) || undefined}
        />
      )}
      <div className="mb-4 space-y-3 empty:hidden">
        {offer && !locked && (
          <EntryRestoreOffer offer={offer} onRestore={() => desk.restore(offer)} onDiscard={desk.kept.closeOffer} />
        )}
        {entry.state === "archived" && (
          <Alert tone="info">This {one} is archived. Bring it back from the archive to change it.</Alert>
        )}
        {desk.failure && (
          <Alert tone="danger" title="The draft isn't saved.">
            {desk.failure} What you typed is still here.
          </Alert>
        )}
      </div>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Card aria-label="Draft" className="space-y-5 p-5">
          <EntryLanguageSelect languages={languages} value={editedLanguage.code} onChange={setLanguage} />
          {fields({
            draft,
            change: desk.change,
            text: languageTextsOf(kind, draft, editedLanguage.code),
            changeText: (patch, code = editedLanguage.code) => desk.changeText(code, patch),
            language: editedLanguage.code,
            dir: editedLanguage.direction,
            problem: desk.problem,
            readOnly,
            images,
          })}
        </Card>
        <EntrySidePanel
          kind={kind}
          entry={entry}
          draft={draft as Drafts[EntryKind]}
          dirty={desk.dirty}
          language={editedLanguage}
          languages={languages}
          mayChange={!readOnly}
          preview={preview}
        />
      </div>
      {rights.update && (
        <EntryActionBar
          kind={kind}
          one={one}
          entry={entry}
          dirty={desk.dirty}
          saving={desk.saving}
          locked={readOnly}
          language={editedLanguage.code}
          back={labels?.back?.href}
          onSave={desk.save}
          onReset={desk.discard}
          onGoTo={goToDraftField}
        />
      )}
      {theirs && (
        <Suspense>
          <EntryConflictResolver
            key={theirs.version}
            kind={kind}
            base={desk.before}
            theirs={theirs}
            mine={draft}
            languages={languages}
            saving={desk.saving}
            failure={desk.failure}
            onSettle={(merged) => desk.saveMerged(merged as Drafts[K])}
            onClose={desk.dismissConflict}
          />
        </Suspense>
      )}
    </>
  );
}
