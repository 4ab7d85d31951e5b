import { deleteAllStoredDrafts } from "./stored-drafts";

/**
 * Keeps drafts (unsaved form input at the end of a session) until the same admin signs in again. Specification section 4 redirects to
 * sign-in immediately, so the input would be lost. These drafts stay in memory, because they may contain personal data, which browser
 * storage would keep.
 */
type FormValues = Record<string, unknown>;

const drafts = new Map<string, FormValues>();
const formReaders = new Map<string, () => FormValues>();
let ownerEmail: string | null = null;

/** Sets the signed-in admin, and deletes drafts of other admins. */
export function setDraftOwner(email: string): void {
  if (ownerEmail !== null && ownerEmail !== email.toLowerCase()) drafts.clear();
  ownerEmail = email.toLowerCase();
}

/** Returns true if this admin has drafts. Signing in then does not reload the page, because that would lose the drafts. */
export const hasDrafts = (email: string) => drafts.size > 0 && ownerEmail === email.toLowerCase();

/** Registers a visible form, so that its draft can be saved. `values` returns its input. @returns a function that unregisters it */
export function registerFormForDrafts(name: string, values: () => FormValues): () => void {
  formReaders.set(name, values);
  return () => {
    if (formReaders.get(name) === values) formReaders.delete(name);
  };
}

/** Saves a draft of every registered form. Called when the session ends. */
export function saveAllDrafts(): void {
  for (const [name, values] of formReaders) drafts.set(name, values());
}

/** Saves a draft of one form that closes temporarily, such as while a confirmation dialog is open. */
export function saveDraft(name: string): void {
  const values = formReaders.get(name);
  if (values) drafts.set(name, values());
}

/** Saves a draft of a form when the page of its record closes. Does nothing if the form is empty. */
export function saveDraftIfTyped(name: string): void {
  const values = formReaders.get(name)?.() ?? {};
  if (Object.values(values).some((value) => typeof value === "string" && value.trim())) drafts.set(name, values);
}

/** Returns the draft of a form by its name; undefined without one. */
export const readDraft = (name: string): FormValues | undefined => drafts.get(name);
/** Deletes the draft of one form. */
export const deleteDraft = (name: string): void => void drafts.delete(name);

/** Deletes these drafts and those of stored-drafts.ts in browser storage. Called at sign-out. */
export function deleteAllDrafts(): void {
  drafts.clear();
  deleteAllStoredDrafts();
}
