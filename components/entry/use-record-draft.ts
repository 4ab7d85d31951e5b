"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ZodType } from "zod";
import { prepared } from "@/components/common/form/form-resolver";
import { ApiError, isStatus, messageOf } from "@/lib/client/api-error";
import type { KeptDraft } from "@/lib/client/kept-drafts";
import { meQuery } from "@/lib/queries/auth";
import { isSame, type Problems, problemAt, savedOf } from "./entry-draft";
import { useKeptDraft } from "./use-kept-draft";

type Stored = { id: string; version: number };
type Form<V> = Pick<ZodType<V>, "safeParse">;

type RecordDraft<R extends Stored, D extends object, V> = {
  record: R;
  /** Under which name what is typed is kept in the browser: `event:<id>`. */
  name: string;
  /** What the form holds of a record: numbers as they are typed, "" for what is not chosen. */
  draftFrom: (record: R) => D;
  /** The contract's form; fetched with the first save, so that zod is no part of the page. */
  load: () => Promise<Form<V>>;
  /** A draft as that form takes it. */
  valuesOf: (draft: D) => unknown;
  /** Saves it over this version. Rejects with the fresh record as `current` where it has changed since. */
  save: (values: V, version: number) => Promise<R>;
};

const NONE: Problems = {};

/**
 * A record's details on screen. They follow what is stored while nothing is typed; what somebody else saved since becomes a
 * conflict with the next save. Nothing typed is lost by that, nor by a crash of the browser.
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
    // It went live, say, and its details stayed: what is typed is still a change of them.
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
    // What was typed on in the meantime stays, and is not saved yet.
    if (isSame(latest.current, sent)) setDraft(draftFrom(fresh));
  };

  const refused = async (error: unknown, from: Base): Promise<void> => {
    const current = isStatus(error, 409) ? (error.current as R | undefined) : undefined;
    if (current && current.version !== from.version) {
      // Its details are as they were: there is nothing to choose.
      if (isSame(draftFrom(current), from.draft)) return attempt(baseOf(current));
      return setTheirs(current);
    }
    const fields = (error instanceof ApiError && error.fields) || NONE;
    setProblems(fields);
    // What is said at a field of the form is not said above it as well.
    const places = Object.keys(fields).map((path) => path.split(".")[0] ?? "");
    if (places.length > 0 && places.every((place) => place in from.draft)) return;
    setFailure(messageOf(error));
  };
  const attempt = (from: Base): Promise<void> => store(from).catch((error: unknown) => refused(error, from));

  /** One save at a time: two at once would be a conflict with oneself. */
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
    /** What is wrong with a field, or with something within it. */
    problem: (field: string) => problemAt(problems, field),
    failure,
    kept,
    /** What somebody else made of it in the meantime; null when there is no conflict. */
    theirs,
    change: (patch: Partial<D>) => {
      setDraft((now) => ({ ...now, ...patch }));
      // What is being corrected is not complained about.
      setProblems((all) =>
        Object.fromEntries(
          Object.entries(all).filter(([path]) => !Object.keys(patch).some((each) => path.split(".")[0] === each)),
        ),
      );
    },
    restore: (offer: KeptDraft) => {
      // From the version that it began with: what was saved since then comes up as a conflict.
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
