"use client";

import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { type ShortcutGroup, useShortcutGroups } from "@/lib/client/shortcuts";

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Merges groups of keyboard shortcuts that have the same title. */
const mergeGroups = (groups: readonly ShortcutGroup[]): ShortcutGroup[] =>
  [...new Set(groups.filter(({ shortcuts }) => shortcuts.length > 0).map(({ title }) => title))].map((title) => ({
    title,
    shortcuts: groups.filter((group) => group.title === title).flatMap(({ shortcuts }) => shortcuts),
  }));

/** Lists the keyboard shortcuts of the page in a dialog. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const groups = mergeGroups(useShortcutGroups());
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      {groups.map((group) => (
        <section key={group.title} className="mt-4 first:mt-0">
          <h3 className="text-xs font-bold text-muted">{group.title}</h3>
          <dl className="mt-1 divide-y divide-border">
            {group.shortcuts.map(({ key, withCtrlOrCmd, label }) => (
              <div key={label} className="flex items-center justify-between py-2">
                <dt>{label}</dt>
                <dd className="flex gap-1">
                  {withCtrlOrCmd && <Kbd>{isMac() ? "⌘" : "Ctrl"}</Kbd>}
                  <Kbd>{key.toUpperCase()}</Kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
