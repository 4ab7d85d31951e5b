"use client";

import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";

/** `mod` is Ctrl, or ⌘ on a Mac; single keys do nothing while somebody types. `also` is a key that is not listed. */
export type Shortcut = { key: string; also?: string; mod?: boolean; label: string; run: () => void };
export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

let groups: readonly ShortcutGroup[] = [];
const listeners = new Set<() => void>();

function set(next: readonly ShortcutGroup[]) {
  groups = next;
  for (const listener of listeners) listener();
}

/** A ticked box keeps the focus, and nothing can be typed into it. */
const TYPED_INTO = "input:not([type=checkbox], [type=radio]), textarea, select";
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO));

/** Whether a modal is open: keys then belong to it. */
const inModal = () => document.querySelector('#modalRoot [role="dialog"][data-state="open"]') !== null;

/** Runs these while the caller is on screen, and lists them in the help sheet on "?". */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  // Before it is painted: what is seen hears its keys at once, and none goes to what was there before.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  const listed = shortcuts.map(({ key, mod, label }) => `${mod}${key}${label}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: listed again only when what it shows changes
  useEffect(() => {
    const group = { title, shortcuts: latest.current };
    set([...groups, group]);
    return () => set(groups.filter((other) => other !== group));
  }, [title, listed]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || inModal()) return;
      const mod = event.ctrlKey || event.metaKey;
      const hit = latest.current.find(
        ({ key, also, mod: wantsMod }) => [key, also].includes(event.key.toLowerCase()) && Boolean(wantsMod) === mod,
      );
      if (!hit || (!mod && isTyping(event.target))) return;
      event.preventDefault();
      hit.run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const NONE: readonly ShortcutGroup[] = [];

/** Every shortcut that works on the screen as it is. */
export const useShortcutGroups = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => groups,
    () => NONE,
  );
