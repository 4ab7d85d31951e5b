"use client";

import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";

/** A form on screen, and whether something in it is typed and not saved. */
type Watched = { isDirty: boolean };
export type FormScope = Set<Watched>;

/** The forms of the modal that a form stands in; null on a page. */
export const FormScopeContext = createContext<FormScope | null>(null);

const onScreen: FormScope = new Set();
const isUnsaved = (scope: FormScope) => [...scope].some(({ isDirty }) => isDirty);

/** Says of a form whether leaving it would lose what was typed. */
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

/** What waits for "Discard changes?", if anything does. */
export const useQuestion = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
    () => null,
  );

/** Goes on at once where nothing would be lost; else once the person has said so. */
export function discardFirst(go: () => void, scope: FormScope = onScreen): void {
  // Where nobody listens nobody can be asked.
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

/** The parts of the browser's Navigation API that are used here; older browsers have none of it. */
type Traversal = Event & { navigationType: string; destination: { key: string; sameDocument: boolean } };
type Navigation = EventTarget & { traverseTo: (key: string) => { finished: Promise<unknown> } };

/** The link that a press would follow in this tab. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || !isPlain || event.defaultPrevented || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  return link.origin === window.location.origin && link.href !== window.location.href ? link : null;
}

/** While it is on, links, the browser's Back and closing the tab ask first. @returns ends it */
export function guardPage(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = isUnsaved(onScreen) ? linkOf(event) : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    discardFirst(() => link.click());
  };
  const navigation = (window as { navigation?: Navigation }).navigation;
  const onNavigate = (event: Event) => {
    const { navigationType, destination, cancelable } = event as Traversal;
    if (navigationType !== "traverse" || !cancelable || !isUnsaved(onScreen)) return;
    event.preventDefault();
    discardFirst(() => void navigation?.traverseTo(destination.key).finished.catch(() => {}));
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

/** The session is over: what was typed is kept by its draft, and nothing asks on the way to sign-in. */
export function stopAsking(): void {
  for (const each of onScreen) each.isDirty = false;
}
