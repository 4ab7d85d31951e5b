"use client";

import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";

/** State of a form on screen; `isDirty` is true if it has unsaved input. */
type Watched = { isDirty: boolean };
export type FormScope = Set<Watched>;

/** Forms in the surrounding modal; null outside a modal. */
export const FormScopeContext = createContext<FormScope | null>(null);

const onScreen: FormScope = new Set();
const isUnsaved = (scope: FormScope) => [...scope].some(({ isDirty }) => isDirty);

/** Registers a form; `isDirty` is true if leaving it would lose input. */
export function useUnsaved(isDirty: boolean): void {
  const scope = useContext(FormScopeContext);
  const watched = useRef<Watched>({ isDirty });
  useEffect(() => {
    watched.current.isDirty = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const own = watched.current;
    const places = scope ? [scope, onScreen] : [onScreen];
    for (const place of places) place.add(own);
    return () => {
      for (const place of places) place.delete(own);
    };
  }, [scope]);
}

type Question = { scope: FormScope; go: () => void };
let question: Question | null = null;
const listeners = new Set<() => void>();

function ask(next: Question | null) {
  question = next;
  for (const listener of listeners) listener();
}

/** Returns the action that waits for "Discard changes?", or null. */
export const usePendingDiscard = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
    () => null,
  );

/** Runs `go` immediately if there is no unsaved input, otherwise after the user has confirmed. */
export function confirmDiscard(go: () => void, scope: FormScope = onScreen): void {
  // Without a listener, there is no dialog that could ask for confirmation.
  if (listeners.size === 0 || !isUnsaved(scope)) go();
  else ask({ scope, go });
}

export function answerQuestion(discard: boolean): void {
  const asked = question;
  if (!asked) return;
  ask(null);
  if (!discard) return;
  for (const each of asked.scope) each.isDirty = false;
  asked.go();
}

/** Returns the link that a click would follow in this tab. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || !isPlain || event.defaultPrevented || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  return link.origin === window.location.origin && link.href !== window.location.href ? link : null;
}

/** Asks before links, the browser's Back and closing the tab discard input. @returns a function that stops this */
export function guardPage(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = isUnsaved(onScreen) ? linkOf(event) : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    confirmDiscard(() => link.click());
  };
  // Safari before 26.2 and Firefox before 147 lack the Navigation API.
  const navigation: Navigation | undefined = window.navigation;
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== "traverse" || !event.cancelable || !isUnsaved(onScreen)) return;
    event.preventDefault();
    confirmDiscard(() => void navigation?.traverseTo(event.destination.key).finished?.catch(() => {}));
  };
  const onUnload = (event: BeforeUnloadEvent) => {
    if (isUnsaved(onScreen)) event.preventDefault();
  };
  document.addEventListener("click", onClick, { capture: true });
  navigation?.addEventListener("navigate", onNavigate);
  window.addEventListener("beforeunload", onUnload);
  return () => {
    document.removeEventListener("click", onClick, { capture: true });
    navigation?.removeEventListener("navigate", onNavigate);
    window.removeEventListener("beforeunload", onUnload);
  };
}

/** Turns the question off after the session ended: drafts keep the input, and the redirect to sign-in must not ask. */
export function disableUnsavedWarning(): void {
  for (const each of onScreen) each.isDirty = false;
}
