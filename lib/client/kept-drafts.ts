/**
 * What was typed and not saved, in the browser's storage, so that it survives a crash of the browser. Only for what is
 * written to be published, such as an announcement: it names no person, so it may outlive the page (lib/client/drafts.ts
 * keeps all else, in memory). Under the admin's address, so that nobody else is offered it; a sign-out removes it.
 */
const PREFIX = "draft:";
const KEPT_DAYS = 14;

/** `at`: when it was last typed, in milliseconds; `version` and `base`: of the record and draft that it began with. */
export type KeptDraft = { at: number; version: number; draft: unknown; base?: unknown };

const keyOf = (email: string, name: string) => `${PREFIX}${email.toLowerCase()}:${name}`;

/** A browser may refuse its storage, or have none left: then nothing is kept and nothing fails. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** @returns whether it is kept */
export function keepWritten(email: string, name: string, kept: KeptDraft): boolean {
  try {
    storage()?.setItem(keyOf(email, name), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function writtenOf(email: string, name: string): KeptDraft | null {
  const kept = read(keyOf(email, name));
  if (!kept || Date.now() - kept.at < KEPT_DAYS * 86_400_000) return kept;
  forgetWritten(email, name, kept.at);
  return null;
}

/** @param at only what was kept then, where it is given: not what another tab has kept since */
export function forgetWritten(email: string, name: string, at?: number): void {
  const key = keyOf(email, name);
  if (at === undefined || read(key)?.at === at) storage()?.removeItem(key);
}

/** At sign-out: nothing that anybody typed stays in this browser. */
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
