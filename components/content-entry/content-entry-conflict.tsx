"use client";

import { useId, useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { isSameValue } from "@/components/record-editor/draft-values";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ContentEntryDetails, UploadedImage } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { formatDateTime } from "@/lib/format";
import { changedDraftFields, type DraftField } from "./content-entry-diff";
import { ContentEntryFieldDiff } from "./content-entry-field-diff";
import type { ContentEntryLanguage } from "./content-entry-language-select";
import { useContentEntryDiff } from "./use-content-entry-diff";

type ConflictSide = "mine" | "theirs";

type ContentEntryConflictResolverProps = {
  kind: ContentEntryKind;
  /** The draft on which both admins based their changes. */
  base: AnyDraft;
  theirs: ContentEntryDetails;
  mine: AnyDraft;
  languages: readonly ContentEntryLanguage[];
  saving: boolean;
  failure: string | null;
  /** Saves the merged draft over the version that the conflict showed. */
  onSettle: (merged: AnyDraft) => unknown;
  onClose: () => void;
};

/**
 * Resolves an edit conflict: shows both drafts field by field, with the words that each admin changed. Preselects the changed side of
 * fields that only one admin changed. Nothing is overwritten until the admin saves the merged draft. Published versions are never
 * overwritten.
 */
export function ContentEntryConflictResolver(props: ContentEntryConflictResolverProps) {
  const { kind, base, theirs, mine, languages, saving, failure, onSettle: onResolve, onClose } = props;
  const other = theirs.draft as AnyDraft;
  const { fields, imageOf } = useContentEntryDiff(kind, [base, other, mine], languages);
  const changed = changedDraftFields(fields, mine, other);
  const [choices, setChoices] = useState<Readonly<Record<string, ConflictSide>>>({});
  const sideOf = (field: DraftField): ConflictSide =>
    choices[field.id] ?? (isSameValue(field.read(mine), field.read(base)) ? "theirs" : "mine");
  const chooseAll = (side: ConflictSide) => setChoices(Object.fromEntries(changed.map(({ id }) => [id, side])));
  const merged = () =>
    changed.reduce<AnyDraft>((draft, field) => (sideOf(field) === "theirs" ? field.take(draft, other) : draft), mine);
  const editor = theirs.updated_by?.name ?? "Another admin";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      locked={saving}
      title={`${editor} saved a newer version`}
      description={`Saved ${formatDateTime(theirs.updated_at)}. Choose which version of each part to keep. What you typed stays here until you save.`}
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            Keep editing
          </Button>
          <Button variant="primary" busy={saving} onClick={() => void onResolve(merged())}>
            Save my choices
          </Button>
        </>
      }
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => chooseAll("mine")}>
          Keep all of mine
        </Button>
        <Button size="sm" onClick={() => chooseAll("theirs")}>
          Take all of theirs
        </Button>
      </div>
      <div className="mt-4 space-y-5">
        {changed.map((field) => (
          <ConflictField
            key={field.id}
            field={field}
            drafts={{ base, mine, theirs: other }}
            who={editor}
            side={sideOf(field)}
            imageOf={imageOf}
            onChoose={(side) => setChoices((now) => ({ ...now, [field.id]: side }))}
          />
        ))}
      </div>
    </Dialog>
  );
}

type ConflictFieldProps = {
  field: DraftField;
  drafts: { base: AnyDraft } & Record<ConflictSide, AnyDraft>;
  who: string;
  side: ConflictSide;
  imageOf: (imageId: string) => UploadedImage | undefined;
  onChoose: (side: ConflictSide) => void;
};

function ConflictField({ field, drafts, who: editor, side, imageOf, onChoose }: ConflictFieldProps) {
  const name = useId();
  const isChangedBy = (whose: ConflictSide) => !isSameValue(field.read(drafts[whose]), field.read(drafts.base));
  const sides = [
    { value: "theirs" as const, label: `Theirs (${editor})` },
    { value: "mine" as const, label: "Mine" },
  ];
  return (
    <fieldset className="rounded-lg border border-border p-3">
      <legend className="flex items-center gap-2 px-1 font-semibold">
        {field.label}
        {isChangedBy("mine") && isChangedBy("theirs") && <Badge tone="warning">Both of you changed it</Badge>}
      </legend>
      <div className="grid gap-3 md:grid-cols-2">
        {sides.map(({ value, label }) => (
          <div
            key={value}
            className={`min-w-0 rounded-md border p-3 ${side === value ? "border-primary bg-primary-soft/40" : "border-border"}`}
          >
            <label htmlFor={`${name}-${value}`} className="mb-2 flex items-center gap-2 font-semibold text-sm">
              <input
                id={`${name}-${value}`}
                type="radio"
                name={name}
                checked={side === value}
                onChange={() => onChoose(value)}
                className="size-4 accent-primary"
              />
              {label}
            </label>
            <FreeText as="div" className="max-h-64 overflow-y-auto text-sm">
              {isChangedBy(value) ? (
                <ContentEntryFieldDiff field={field} before={drafts.base} after={drafts[value]} imageOf={imageOf} />
              ) : (
                <FreeText as="p" lines className="text-muted">
                  Not changed: {field.wordsOf(drafts[value]) || "none"}
                </FreeText>
              )}
            </FreeText>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
