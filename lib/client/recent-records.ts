/**
 * Keeps the records opened in this tab, latest first, for the search box. Titles may be names of people, so they are kept only in session
 * storage, and deleted when a session ends or starts. The server stores no visits, because each visit would need an audit row.
 */
export type RecentRecord = { url: string; title: string; detail: string };

const RECENT_STORAGE_KEY = "recent-records";
const MAX_RECENT = 8;
const RECORD_PATH = /\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns null if the browser blocks storage; then nothing is stored and nothing fails. */
function sessionStorageOrNull(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Returns the records opened in this tab, latest first. */
export function recentRecords(): RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(sessionStorageOrNull()?.getItem(RECENT_STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecentRecord) : [];
  } catch {
    return [];
  }
}

const isRecentRecord = (value: Partial<RecentRecord> | null): value is RecentRecord =>
  [value?.url, value?.title, value?.detail].every((each) => typeof each === "string");

/** Puts a record at the top of the list of recent records. Keeps the record's known detail if `detail` is empty. */
export function addRecentRecord({ url, title, detail }: RecentRecord): void {
  const records = recentRecords();
  const known = records.find((record) => record.url === url);
  const others = records.filter((record) => record !== known);
  const next = [{ url, title, detail: detail || (known?.detail ?? "") }, ...others].slice(0, MAX_RECENT);
  try {
    sessionStorageOrNull()?.setItem(RECENT_STORAGE_KEY, JSON.stringify(next));
  } catch {
    // Ignores a full storage, because the list of recent records is only a convenience.
  }
}

/** Adds the record of this page to the recent records. Ignores pages that show no single record. */
export function addRecentRecordOfPage(path: string, title: string): void {
  if (RECORD_PATH.test(path)) addRecentRecord({ url: path, title, detail: "" });
}

/** Deletes the list of recently opened records from session storage. */
export function forgetRecentRecords(): void {
  sessionStorageOrNull()?.removeItem(RECENT_STORAGE_KEY);
}
