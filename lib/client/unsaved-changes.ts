"use client";

import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";

/** State of a form on screen; `isDirty` is true if it has unsaved input. */
type WatchedForm = { isDirty: boolean };
/** Mounted forms of a screen or modal that share one "Discard changes?" question. */
export type DiscardQuestionScope = Set<WatchedForm>;

/** Forms with possible unsaved changes in the enclosing modal; null outside a modal. */
export const DiscardQuestionScopeContext = createContext<DiscardQuestionScope | null>(null);

const screenScope: DiscardQuestionScope = new Set();
const hasUnsavedForms = (scope: DiscardQuestionScope) => [...scope].some(({ isDirty }) => isDirty);

/** Registers a form; `isDirty` is true if leaving it would lose input. */
export function useUnsavedForm(isDirty: boolean): void {
  const scope = useContext(DiscardQuestionScopeContext);
  const watchedForm = useRef<WatchedForm>({ isDirty });
  useEffect(() => {
    watchedForm.current.isDirty = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const ownForm = watchedForm.current;
    const scopes = scope ? [scope, screenScope] : [screenScope];
    for (const eachScope of scopes) eachScope.add(ownForm);
    return () => {
      for (const eachScope of scopes) eachScope.delete(ownForm);
    };
  }, [scope]);
}

type DiscardQuestion = { scope: DiscardQuestionScope; go: () => void };
let pendingQuestion: DiscardQuestion | null = null;
const questionListeners = new Set<() => void>();

function setDiscardQuestion(next: DiscardQuestion | null) {
  pendingQuestion = next;
  for (const listener of questionListeners) listener();
}

/** Returns the action that runs after "Discard changes?" is confirmed, or null. */
export const usePendingDiscard = () =>
  useSyncExternalStore(
    (listener) => {
      questionListeners.add(listener);
      return () => questionListeners.delete(listener);
    },
    () => pendingQuestion,
    () => null,
  );

/** Runs `proceed` immediately if there is no unsaved input, otherwise after the user's confirmation. */
export function confirmDiscard(proceed: () => void, scope: DiscardQuestionScope = screenScope): void {
  // Without a listener no dialog can ask for confirmation, so `proceed` runs immediately.
  if (questionListeners.size === 0 || !hasUnsavedForms(scope)) proceed();
  else setDiscardQuestion({ scope, go: proceed });
}

/** Answers the open "Discard changes?" question: runs the pending action if the changes may be discarded. */
export function answerDiscardQuestion(isDiscarded: boolean): void {
  const answered = pendingQuestion;
  if (!answered) return;
  setDiscardQuestion(null);
  if (!isDiscarded) return;
  for (const each of answered.scope) each.isDirty = false;
  answered.go();
}

/** Returns the link that a click would open in this tab. */
function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  const isPlainClick = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || !isPlainClick || event.defaultPrevented || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  return link.origin === window.location.origin && link.href !== window.location.href ? link : null;
}

/** Asks for confirmation before a link, Back or closing the tab discards input. @returns a function that stops asking */
export function guardUnsavedChanges(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = hasUnsavedForms(screenScope) ? clickedLink(event) : null;
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    confirmDiscard(() => link.click());
  };
  // Safari before 26.2 and Firefox before 147 lack the Navigation API.
  const navigation: Navigation | undefined = window.navigation;
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== "traverse" || !event.cancelable || !hasUnsavedForms(screenScope)) return;
    event.preventDefault();
    confirmDiscard(() => void navigation?.traverseTo(event.destination.key).finished?.catch(() => {}));
  };
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (hasUnsavedForms(screenScope)) event.preventDefault();
  };
  document.addEventListener("click", onClick, { capture: true });
  navigation?.addEventListener("navigate", onNavigate);
  window.addEventListener("beforeunload", onBeforeUnload);
  return () => {
    document.removeEventListener("click", onClick, { capture: true });
    navigation?.removeEventListener("navigate", onNavigate);
    window.removeEventListener("beforeunload", onBeforeUnload);
  };
}

/** Disables the confirmation of unsaved changes after the session ended, because drafts keep the input. */
export function disableUnsavedWarning(): void {
  for (const each of screenScope) each.isDirty = false;
}
