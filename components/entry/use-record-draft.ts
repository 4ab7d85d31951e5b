"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ZodType } from "zod";
import { prepared } from "@/components/common/form/form-resolver";
import { ApiError, isStatus, messageOf } from "@/lib/client/api-error";
import type { KeptDraft } from "@/lib/client/stored-drafts";
import { meQuery } from "@/lib/queries/auth";
import { isSame, type Problems, problemAt, savedOf } from "./entry-draft";
import { useKeptDraft } from "./use-kept-draft";

type Stored = { id: string; version: number };
type Form<V> = Pick<ZodType<V>, "safeParse">;

type RecordDraft<R extends Stored, D extends object, V> = {
  record: R;
  /** Name under which unsaved changes are kept in the browser: `event:<id>`. */
  name: string;
  /** Converts a record to the form's values: numbers as typed, "" if nothing is chosen. */
  draftFrom: (record: R) => D;
  /** Loads the contract's schema with the first save, so that the page does not load zod. */
  load: () => Promise<Form<V>>;
  /** Converts a draft to the input of that schema. */
  valuesOf: (draft: D) => unknown;
  /** Saves over this version. Rejects with the current record as `current` after a conflict. */
  save: (values: V, version: number) => Promise<R>;
};

const NONE: Problems = {};

/**
 * Manages a record's form. It shows the stored record until the user types. Another admin's save then becomes a conflict at the
 * next save. Typed values survive a conflict and a browser crash.
 */
export function useRecordDraft<R extends Stored, D extends object, V>(options: RecordDraft<R, D, V>) {
  const { record, draftFrom, valuesOf } = options;
  type Base = { version: number; draft: D };
  const baseOf = (stored: R): Base => ({ version: stored.version, draft: draftFrom(stored) });
  const { data: me } = useQuery(meQuery());
  const [base, setBase] = useState(() => baseOf(record));
  const [draft, setDraft] = useState(base.draft);
  const [theirs, setTheirs] = useState<R | null>(null);
  const [problems, setProblems] = useState(NONE);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const dirty = useMemo(() => !isSame(draft, base.draft), [draft, base]);
  const kept = useKeptDraft({
    email: me?.email,
    name: options.name,
    now: { at: 0, version: base.version, draft, base: base.draft },
    dirty,
  });

  const follow = useEffectEvent((stored: R) => {
    if (stored.version <= base.version) return;
    const fresh = baseOf(stored);
    // If the form's fields are unchanged, for example after going live, typed values stay unsaved changes.
    const isUntouched = isSame(fresh.draft, base.draft);
    if (!isUntouched && dirty) return;
    setBase(fresh);
    setTheirs(null);
    if (!isUntouched) setDraft(fresh.draft);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also once what was typed is taken back
  useEffect(() => follow(record), [record, dirty]);

  const store = async (from: Base): Promise<void> => {
    const sent = latest.current;
    const form = await prepared(options.load);
    const result = form.safeParse(valuesOf(sent));
    if (!result.success) {
      setProblems(Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join("."), message])));
      return;
    }
    setProblems(NONE);
    const fresh = savedOf(await options.save(result.data, from.version));
    setBase(baseOf(fresh));
    setTheirs(null);
    // Keeps what was typed since the request, as unsaved changes.
    if (isSame(latest.current, sent)) setDraft(draftFrom(fresh));
  };

  const refused = async (error: unknown, from: Base): Promise<void> => {
    const current = isStatus(error, 409) ? (error.current as R | undefined) : undefined;
    if (current && current.version !== from.version) {
      // The other admin changed no field of this form, so both saves fit together.
      if (isSame(draftFrom(current), from.draft)) return attempt(baseOf(current));
      return setTheirs(current);
    }
    const fields = (error instanceof ApiError && error.fields) || NONE;
    setProblems(fields);
    // Does not repeat above the form an error that a field shows.
    const places = Object.keys(fields).map((path) => path.split(".")[0] ?? "");
    if (places.length > 0 && places.every((place) => place in from.draft)) return;
    setFailure(messageOf(error));
  };
  const attempt = (from: Base): Promise<void> => store(from).catch((error: unknown) => refused(error, from));

  /** Runs one save at a time. Parallel saves would conflict. */
  const save = async (from: Base = base) => {
    if (saving) return;
    setSaving(true);
    setFailure(null);
    await attempt(from);
    setSaving(false);
  };
  const take = (stored: R) => {
    setBase(baseOf(stored));
    setDraft(draftFrom(stored));
    setTheirs(null);
    setProblems(NONE);
    setFailure(null);
  };

  return {
    draft,
    base: base.draft,
    dirty,
    saving,
    problems,
    /** Returns the error of a field, or of a part of it. */
    problem: (field: string) => problemAt(problems, field),
    failure,
    kept,
    /** The other admin's version after a conflict; null if there is none. */
    theirs,
    change: (patch: Partial<D>) => {
      setDraft((now) => ({ ...now, ...patch }));
      // Clears the errors of the changed fields.
      setProblems((all) =>
        Object.fromEntries(
          Object.entries(all).filter(([path]) => !Object.keys(patch).some((each) => path.split(".")[0] === each)),
        ),
      );
    },
    restore: (offer: KeptDraft) => {
      // Restores the version at which typing began as well, so that saves since then become a conflict.
      setBase({ version: offer.version, draft: (offer.base as D | undefined) ?? draftFrom(record) });
      setDraft((now) => ({ ...now, ...(offer.draft as D) }));
      kept.settle();
    },
    save: () => save(),
    keepMine: () => (theirs ? save(baseOf(theirs)) : undefined),
    takeTheirs: () => theirs && take(theirs),
    discard: () => take(record),
  };
}
