import { forgetAllWritten } from "./kept-drafts";

/**
 * What was typed when a session ended, kept until the same admin is back (specification section 4 sends them to sign-in
 * at once). In memory only: a typed text may hold personal data, and browser storage would outlive the person.
 */
type Values = Record<string, unknown>;

const drafts = new Map<string, Values>();
const forms = new Map<string, () => Values>();
let owner: string | null = null;

/** Says who is signed in. Drafts of anybody else are forgotten. */
export function setDraftOwner(email: string): void {
  if (owner !== null && owner !== email.toLowerCase()) drafts.clear();
  owner = email.toLowerCase();
}

/** Whether this person has drafts waiting: only then is the page not loaded afresh after sign-in. */
export const hasDrafts = (email: string) => drafts.size > 0 && owner === email.toLowerCase();

/** A form on screen; `values` is asked when the session ends. @returns ends the registration. */
export function registerForm(name: string, values: () => Values): () => void {
  forms.set(name, values);
  return () => {
    if (forms.get(name) === values) forms.delete(name);
  };
}

/** Called when the session ends: every named form on screen leaves its draft. */
export function keepDrafts(): void {
  for (const [name, values] of forms) drafts.set(name, values());
}

/** The same for one form that closes for a moment, to be gone on with. */
export function keepDraft(name: string): void {
  const values = forms.get(name);
  if (values) drafts.set(name, values());
}

/** The same for one that leaves the screen with its record: what is typed waits until one is back, an empty form doesn't. */
export function keepTyped(name: string): void {
  const values = forms.get(name)?.() ?? {};
  if (Object.values(values).some((value) => typeof value === "string" && value.trim())) drafts.set(name, values);
}

export const draftOf = (name: string): Values | undefined => drafts.get(name);
export const forgetDraft = (name: string): void => void drafts.delete(name);

/** At sign-out, what the browser's storage keeps of this admin included. */
export function forgetDrafts(): void {
  drafts.clear();
  forgetAllWritten();
}
