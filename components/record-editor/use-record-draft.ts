"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ZodType } from "zod";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { ApiError, assertSaved, conflictRecordOf, errorMessageOf } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { loadSchema } from "@/lib/client/load-schema";
import type { StoredDraft } from "@/lib/client/stored-drafts";
import { meQuery } from "@/lib/queries/auth";
import { type DraftProblems, isSameValue, problemOfField, toDraftProblems } from "./draft-values";
import { useStoredDraft } from "./use-kept-draft";

type StoredRecord = { id: string; version: number };
/** Result of validating a draft: the call's input, or error messages by field. */
export type DraftCheckResult<V> = { values: V } | { problems: DraftProblems };
/** Version from which editing started. A new record has version 0 and no record. */
type DraftBase<R, D> = { version: number; draft: D; record: R };

type RecordDraft<R extends StoredRecord | null, D extends object, V> = {
  /** The record to edit; null for a new one. */
  record: R;
  /** Name of the unsaved changes in browser storage: `event:<id>`. */
  name: string;
  /** Converts a record, or null for a new one, to the form's values. */
  draftFrom: (record: R) => D;
  /** Validates a draft before it is sent, and converts it to the call's input. */
  check: (draft: D) => DraftCheckResult<V> | Promise<DraftCheckResult<V>>;
  /** Saves over the version in `from`. A retry with the same draft has the same idempotency key. */
  save: (values: V, from: DraftBase<R, D>, idempotencyKey: string) => Promise<NonNullable<R>>;
  /** True to show field errors above the form too, for fields that may be out of view. */
  repeatsErrors?: boolean;
  /** True to treat any newer version as a conflict, even with equal fields: another admin may have sent the notification. */
  isStrict?: boolean;
};

/** Creates a `check` that validates a draft against the contract's schema. @param valuesOf converts the draft to the schema's input */
export const createDraftSchemaCheck =
  <D, V>(load: () => Promise<Pick<ZodType<V>, "safeParse">>, valuesOf: (draft: D) => unknown) =>
  async (draft: D): Promise<DraftCheckResult<V>> => {
    const { data, error } = (await loadSchema(load)).safeParse(valuesOf(draft));
    if (!error) return { values: data };
    return { problems: Object.fromEntries(error.issues.map(({ path, message }) => [path.join("."), message])) };
  };

const NO_PROBLEMS: DraftProblems = {};

/**
 * Manages the form on a record's page: base version, conflict, stored draft and idempotency key. The form shows the stored record
 * until the user types. If another admin saves after that, the next save is a conflict. Typed values survive a conflict and a
 * browser crash.
 */
export function useRecordDraft<R extends StoredRecord | null, D extends object, V>(options: RecordDraft<R, D, V>) {
  const { record, isStrict = false } = options;
  const baseOf = (stored: R): DraftBase<R, D> => ({
    version: stored?.version ?? 0,
    draft: options.draftFrom(stored),
    record: stored,
  });
  const { data: me } = useQuery(meQuery());
  const { base, newer, before, showConflict, rebase } = useEditConflict(baseOf(record));
  const [draft, setDraft] = useState(base.draft);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  /** Newest draft and base version, for a queued save that was created in an earlier render. */
  const latest = useRef({ draft, base });
  latest.current = { draft, base };
  const pendingSave = useRef<Promise<R | null> | null>(null);
  const lastSent = useRef<{ sent: D; key: string } | null>(null);
  const dirty = useMemo(() => !isSameValue(draft, base.draft), [draft, base.draft]);
  const kept = useStoredDraft({
    email: me?.email,
    name: options.name,
    now: { at: 0, version: base.version, draft, base: base.draft },
    // Stops storing a new record's draft once the record is created. The record's page then stores a draft under the record's id.
    dirty: dirty && (record !== null || base.record === null),
  });

  const followRecord = useEffectEvent((stored: R) => {
    if (!stored || stored.version <= base.version) return;
    const fresh = baseOf(stored);
    // True if the newer version has the same form values, for example if the record went live. Typed values then stay.
    const isUntouched = !isStrict && isSameValue(fresh.draft, base.draft);
    if (!isUntouched && dirty) return;
    rebase(fresh);
    if (!isUntouched) setDraft(fresh.draft);
  });
  // Also runs when the user undoes typed values, because newer versions of the record are ignored while the form has changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => followRecord(record), [record, dirty]);

  const keyOf = (sent: D) => {
    if (!lastSent.current || !isSameValue(lastSent.current.sent, sent))
      lastSent.current = { sent, key: newIdempotencyKey() };
    return lastSent.current.key;
  };
  /** Sends a draft. @returns the saved record; null if the save failed; the error is then on screen */
  const send = async (sent: D, from: DraftBase<R, D>): Promise<R | null> => {
    setFailure(null);
    try {
      const checked = await options.check(sent);
      const isValid = "values" in checked;
      setProblems(isValid ? NO_PROBLEMS : checked.problems);
      if (!isValid) return null;
      const fresh = baseOf(assertSaved(await options.save(checked.values, from, keyOf(sent))));
      // Keeps values typed during the request: they become unsaved changes to the saved record.
      const withoutSent = (at: D) => (isSameValue(at, sent) ? fresh.draft : at);
      latest.current = { draft: withoutSent(latest.current.draft), base: fresh };
      rebase(fresh);
      setDraft(withoutSent);
      return fresh.record;
    } catch (error) {
      return handleRejection(error, sent, from);
    }
  };
  const handleRejection = (error: unknown, sent: D, from: DraftBase<R, D>) => {
    const current = conflictRecordOf<NonNullable<R>>(error);
    if (current && (isStrict || current.version !== from.version)) {
      const theirs = baseOf(current);
      // Repeats the save over the newer version if the other admin changed no field of this form, because then there is nothing to
      // choose.
      if (!isStrict && isSameValue(theirs.draft, from.draft)) return send(sent, theirs);
      showConflict(theirs);
      return null;
    }
    const fields = toDraftProblems(error instanceof ApiError ? error.fields : undefined);
    setProblems(fields);
    // Shows no error above the form if a field already shows it.
    const fieldNames = Object.keys(fields).map((path) => path.split(".")[0] ?? "");
    const areShownAtFields = fieldNames.length > 0 && fieldNames.every((name) => name in from.draft);
    if (!areShownAtFields || options.repeatsErrors) setFailure(errorMessageOf(error));
    return null;
  };
  const startSave = (sent: D, from: DraftBase<R, D>) => {
    setSaving(true);
    pendingSave.current = send(sent, from).finally(() => {
      pendingSave.current = null;
      setSaving(false);
    });
    return pendingSave.current;
  };
  /**
   * Runs one save at a time, each with the version that the previous save returned, because parallel saves would conflict.
   * @returns the saved record as form values; null if the save failed
   */
  const save = async (): Promise<R | null> => {
    let stored: R | null = record;
    while (pendingSave.current) {
      stored = await pendingSave.current;
      if (!stored) return null;
    }
    const { draft: typed, base: from } = latest.current;
    return isSameValue(typed, from.draft) ? stored : startSave(typed, from);
  };
  /** Saves a merged draft over the version that the conflict showed. */
  const saveMerged = (merged: D) => {
    if (!newer) return;
    setDraft(merged);
    latest.current.draft = merged;
    return startSave(merged, newer);
  };
  const replaceDraft = (stored: R) => {
    const fresh = baseOf(stored);
    rebase(fresh);
    setDraft(fresh.draft);
    setProblems(NO_PROBLEMS);
    setFailure(null);
  };

  return {
    draft,
    base: base.draft,
    /** Stored record with which the draft is compared; null for a new record. */
    stored: base.record,
    dirty,
    saving,
    problems,
    /** Returns the error of a field, or of a part of the field. */
    problem: (field: string) => problemOfField(problems, field),
    failure,
    kept,
    /** Version of the other admin after a conflict; null without a conflict. */
    theirs: newer?.record ?? null,
    /** Form values of the version that was on screen before the conflict. */
    before: before.draft,
    /** Changes the draft. Errors stay until the next save. */
    update: (change: (draft: D) => D) => setDraft(change),
    /** Changes fields of the draft and clears their errors. */
    change: (patch: Partial<D>) => {
      setDraft((at) => ({ ...at, ...patch }));
      setProblems((all) =>
        Object.fromEntries(Object.entries(all).filter(([path]) => !((path.split(".")[0] ?? "") in patch))),
      );
    },
    restore: (offer: StoredDraft) => {
      // Also restores the version at which typing began. If another admin has saved since then, the next save is a conflict.
      if (record) rebase({ version: offer.version, draft: (offer.base as D | undefined) ?? base.draft, record });
      setDraft((at) => ({ ...at, ...(offer.draft as D) }));
      kept.closeOffer();
    },
    save,
    saveMerged,
    overwriteTheirs: () => saveMerged(latest.current.draft),
    discardMine: () => newer && replaceDraft(newer.record),
    /** Closes the choice after a conflict and keeps the draft. The next save conflicts again and reopens the choice. */
    dismissConflict: () => rebase(base),
    discard: () => replaceDraft(record),
  };
}
