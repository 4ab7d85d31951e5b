"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { PageHeader } from "@/components/common/page-header";
import { focusDraftField } from "@/components/record-editor/draft-field";
import { DraftRestoreOffer } from "@/components/record-editor/draft-restore-offer";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import { type ContentEntryKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { Drafts } from "@/lib/contract/content-entries-drafts";
import { publicLanguagesQuery } from "@/lib/queries/content-entries";
import { ContentEntryActionBar } from "./content-entry-action-bar";
import type { ContentEntryEditorProps } from "./content-entry-editor";
import { CONTENT_ENTRY_KIND_INFO, languageTextsOf } from "./content-entry-kinds";
import {
  ContentEntryLanguageSelect,
  contentEntryLanguagesOf,
  SOURCE_CONTENT_ENTRY_LANGUAGE,
} from "./content-entry-language-select";
import { ContentEntrySidePanel } from "./content-entry-side-panel";
import { ContentEntryStateBadge } from "./content-entry-state";
import { describePublicationTimes } from "./publication-times";
import { useContentEntryDraft } from "./use-content-entry-draft";
import { useContentEntryImages } from "./use-content-entry-images";
import { useContentEntryRights } from "./use-content-entry-rights";
import { useRefetchAtNextChange } from "./use-refetch-at-next-change";

const ContentEntryConflictResolver = lazyWithPreload(
  () => import("./content-entry-conflict"),
  "ContentEntryConflictResolver",
);

type ContentEntryWorkspaceProps<K extends ContentEntryKind> = ContentEntryEditorProps<K> & {
  entry: ContentEntryDetails;
  /** Refetches the content entry after a publication time has passed. */
  onClock: () => unknown;
};

/** Renders the editor of a content entry that has loaded. */
export function ContentEntryWorkspace<K extends ContentEntryKind>({
  kind,
  words: labels,
  fields,
  preview,
  entry,
  onClock: onPublicationTime,
}: ContentEntryWorkspaceProps<K>) {
  const rights = useContentEntryRights(kind);
  const desk = useContentEntryDraft(kind, entry);
  const { draft, theirs } = desk;
  const { offer } = desk.kept;
  const images = useContentEntryImages(kind, draft);
  const { data } = useQuery(publicLanguagesQuery());
  const [language, setLanguage] = useState<string>(SOURCE_LANGUAGE);
  const languages = contentEntryLanguagesOf(data?.items, draft);
  const editedLanguage = languages.find(({ code }) => code === language) ?? SOURCE_CONTENT_ENTRY_LANGUAGE;
  const locked = entry.state === "archived" || !rights.update;
  const readOnly = locked || offer !== null;
  const one = labels?.one ?? CONTENT_ENTRY_KIND_INFO[kind].one;
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
          badge={<ContentEntryStateBadge entry={entry} />}
          description={describePublicationTimes(entry) || undefined}
        />
      )}
      <div className="mb-4 space-y-3 empty:hidden">
        {offer && !locked && (
          <DraftRestoreOffer offer={offer} onRestore={() => desk.restore(offer)} onDiscard={desk.kept.closeOffer} />
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
          <ContentEntryLanguageSelect languages={languages} value={editedLanguage.code} onChange={setLanguage} />
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
        <ContentEntrySidePanel
          kind={kind}
          entry={entry}
          draft={draft as Drafts[ContentEntryKind]}
          dirty={desk.dirty}
          language={editedLanguage}
          languages={languages}
          mayChange={!readOnly}
          preview={preview}
        />
      </div>
      {rights.update && (
        <ContentEntryActionBar
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
          <ContentEntryConflictResolver
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
