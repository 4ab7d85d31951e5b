/**
 * Keeps drafts in browser storage, where they survive a crash. Only for content meant for publication, such as announcements, because it
 * contains no personal data. Other drafts stay in memory (lib/client/drafts.ts). Stored per admin email; deleted at sign-out.
 */
const KEY_PREFIX = "draft:";
const MAX_AGE_DAYS = 14;

/** `at`: time of the last input, in ms. `version`, `base`: version and content of the record when editing began. */
export type StoredDraft = { at: number; version: number; draft: unknown; base?: unknown };

const storageKeyOf = (email: string, name: string) => `${KEY_PREFIX}${email.toLowerCase()}:${name}`;

/** Returns null if the browser blocks storage; then nothing is stored and no error is thrown. */
function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Saves a form's draft in browser storage. @returns false if the storage is full */
export function saveStoredDraft(email: string, name: string, stored: StoredDraft): boolean {
  try {
    localStorageOrNull()?.setItem(storageKeyOf(email, name), JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}

/** Returns a form's draft from browser storage; null if there is none or it can't be read. */
export function readStoredDraft(email: string, name: string): StoredDraft | null {
  const stored = parseStoredDraft(storageKeyOf(email, name));
  if (!stored || Date.now() - stored.at < MAX_AGE_DAYS * 86_400_000) return stored;
  deleteStoredDraft(email, name, stored.at);
  return null;
}

/** Deletes a form's draft. @param savedAt if given, deletes only a draft saved at that time and keeps a newer one from another tab */
export function deleteStoredDraft(email: string, name: string, savedAt?: number): void {
  const key = storageKeyOf(email, name);
  if (savedAt === undefined || parseStoredDraft(key)?.at === savedAt) localStorageOrNull()?.removeItem(key);
}

/** Deletes all drafts from this browser's storage. Called at sign-out. */
export function deleteAllStoredDrafts(): void {
  const store = localStorageOrNull();
  for (const key of Object.keys(store ?? {})) if (key.startsWith(KEY_PREFIX)) store?.removeItem(key);
}

function parseStoredDraft(key: string): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorageOrNull()?.getItem(key) ?? "null");
    return isStoredDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === "object" &&
  value !== null &&
  "at" in value &&
  typeof value.at === "number" &&
  "version" in value &&
  typeof value.version === "number" &&
  "draft" in value &&
  typeof value.draft === "object" &&
  value.draft !== null;
