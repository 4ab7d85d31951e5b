"use client";

import { createContext, useContext, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";

/**
 * `withCtrlOrCmd`: the key is pressed with Ctrl, or with ⌘ on a Mac; other keys are ignored while the user types. `otherKey`: second
 * key with the same effect, which the help omits.
 */
export type Shortcut = { key: string; otherKey?: string; withCtrlOrCmd?: boolean; label: string; run: () => void };
/** Keyboard shortcuts of one component, under their heading in the help. */
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

let shortcutGroups: readonly ShortcutGroup[] = [];
const groupListeners = new Set<() => void>();

function setShortcutGroups(next: readonly ShortcutGroup[]) {
  shortcutGroups = next;
  for (const listener of groupListeners) listener();
}

/** Excludes checkboxes and radio buttons, which keep the focus but take no text. */
const TEXT_FIELD_SELECTOR = "input:not([type=checkbox], [type=radio]), textarea, select";
const isTypingTarget = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT_FIELD_SELECTOR));

/** Returns true if a modal is open, which then handles all keys. */
const isModalOpen = () => document.querySelector('#modalRoot [role="dialog"][data-state="open"]') !== null;

/** True within a page that a skeleton covers. Keyboard shortcuts of the page are then ignored, because the user can't see their effect. */
export const PageCoveredBySkeletonContext = createContext(false);

/** Activates keyboard shortcuts while the caller is mounted, and lists them in the help opened by "?". */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const isCovered = useContext(PageCoveredBySkeletonContext);
  const latestShortcuts = useRef(shortcuts);
  const latestIsCovered = useRef(isCovered);
  // Runs before painting, so that a key always acts on what is visible.
  useLayoutEffect(() => {
    latestShortcuts.current = shortcuts;
    latestIsCovered.current = isCovered;
  });
  const shortcutsKey = shortcuts.map(({ key, withCtrlOrCmd, label }) => `${withCtrlOrCmd}${key}${label}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: listed again only when what it shows changes
  useEffect(() => {
    const group = { title, shortcuts: latestShortcuts.current };
    setShortcutGroups([...shortcutGroups, group]);
    return () => setShortcutGroups(shortcutGroups.filter((otherGroup) => otherGroup !== group));
  }, [title, shortcutsKey]);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || latestIsCovered.current || isModalOpen()) return;
      const hasCtrlOrCmd = event.ctrlKey || event.metaKey;
      const matchingShortcut = latestShortcuts.current.find(
        ({ key, otherKey, withCtrlOrCmd }) =>
          [key, otherKey].includes(event.key.toLowerCase()) && Boolean(withCtrlOrCmd) === hasCtrlOrCmd,
      );
      if (!matchingShortcut || (!hasCtrlOrCmd && isTypingTarget(event.target))) return;
      event.preventDefault();
      matchingShortcut.run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

const NO_GROUPS: readonly ShortcutGroup[] = [];

/** Returns all keyboard shortcuts that are active on the screen. */
export const useShortcutGroups = () =>
  useSyncExternalStore(
    (listener) => {
      groupListeners.add(listener);
      return () => groupListeners.delete(listener);
    },
    () => shortcutGroups,
    () => NO_GROUPS,
  );
