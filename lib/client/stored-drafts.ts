/**
 * Drafts in browser storage, which survive a browser crash. Only for content written for publication, such as an announcement,
 * because it contains no personal data. Other drafts are in memory (lib/client/drafts.ts). Stored under the admin's email, so
 * that other admins do not get them; deleted at sign-out.
 */
const PREFIX = "draft:";
const KEPT_DAYS = 14;

/** `at` is the time of the last input, in ms; `version` and `base` are those of the record when editing began. */
export type KeptDraft = { at: number; version: number; draft: unknown; base?: unknown };

const keyOf = (email: string, name: string) => `${PREFIX}${email.toLowerCase()}:${name}`;

/** Returns null if the browser blocks storage; then nothing is stored and nothing fails. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** @returns true if it is stored */
export function saveStoredDraft(email: string, name: string, kept: KeptDraft): boolean {
  try {
    storage()?.setItem(keyOf(email, name), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function storedDraft(email: string, name: string): KeptDraft | null {
  const kept = read(keyOf(email, name));
  if (!kept || Date.now() - kept.at < KEPT_DAYS * 86_400_000) return kept;
  deleteStoredDraft(email, name, kept.at);
  return null;
}

/** @param at if given, deletes only a draft of that time, so that a newer one from another tab stays */
export function deleteStoredDraft(email: string, name: string, at?: number): void {
  const key = keyOf(email, name);
  if (at === undefined || read(key)?.at === at) storage()?.removeItem(key);
}

/** Deletes all drafts in this browser. Called at sign-out. */
export function forgetAllWritten(): void {
  const store = storage();
  for (const key of Object.keys(store ?? {})) if (key.startsWith(PREFIX)) store?.removeItem(key);
}

function read(key: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(key) ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

const isKept = (value: unknown): value is KeptDraft =>
  typeof value === "object" &&
  value !== null &&
  "at" in value &&
  typeof value.at === "number" &&
  "version" in value &&
  typeof value.version === "number" &&
  "draft" in value &&
  typeof value.draft === "object" &&
  value.draft !== null;
