import { forgetAllWritten } from "./stored-drafts";

/**
 * Drafts: form input saved when a session ended, until the same admin signs in again (specification section 4 redirects to
 * sign-in immediately). In memory only: they may contain personal data, which browser storage would keep.
 */
type Values = Record<string, unknown>;

const drafts = new Map<string, Values>();
const forms = new Map<string, () => Values>();
let owner: string | null = null;

/** Sets the signed-in admin. Deletes the drafts of another admin. */
export function setDraftOwner(email: string): void {
  if (owner !== null && owner !== email.toLowerCase()) drafts.clear();
  owner = email.toLowerCase();
}

/** Returns true if this admin has drafts. Only then sign-in does not reload the page. */
export const hasDrafts = (email: string) => drafts.size > 0 && owner === email.toLowerCase();

/** Registers a form on screen; `values` is read when the session ends. @returns a function that unregisters it. */
export function registerForm(name: string, values: () => Values): () => void {
  forms.set(name, values);
  return () => {
    if (forms.get(name) === values) forms.delete(name);
  };
}

/** Saves a draft of every registered form. Called when the session ends. */
export function keepDrafts(): void {
  for (const [name, values] of forms) drafts.set(name, values());
}

/** Saves a draft of one form that closes temporarily. */
export function saveDraft(name: string): void {
  const values = forms.get(name);
  if (values) drafts.set(name, values());
}

/** Saves a draft of a form that is unmounted with its record, unless it is empty. */
export function saveDraftIfTyped(name: string): void {
  const values = forms.get(name)?.() ?? {};
  if (Object.values(values).some((value) => typeof value === "string" && value.trim())) drafts.set(name, values);
}

export const draftOf = (name: string): Values | undefined => drafts.get(name);
export const deleteDraft = (name: string): void => void drafts.delete(name);

/** Deletes all drafts, including those in browser storage. Called at sign-out. */
export function forgetDrafts(): void {
  drafts.clear();
  forgetAllWritten();
}
