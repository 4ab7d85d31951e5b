"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { notifyNavigationStart } from "@/lib/client/navigation-start";
import { addRecentRecord } from "@/lib/client/recent-records";
import { AnnounceSelectedOption } from "@/lib/client/workarounds/announce-selected-option";
import type { FeatureAccess } from "@/lib/contract/access";
import { MAX_PASTED_SEARCH_LENGTH } from "@/lib/contract/search.values";
import { truncateText } from "@/lib/contract/words.values";
import { type PaletteCommands, type PaletteEntry, paletteCommandEntries, palettePageEntries } from "./palette-entries";
import { PaletteFooter } from "./palette-footer";
import { matchesPageQuery } from "./palette-pages";
import { PaletteGroup, PaletteRecordGroup, PaletteStatus, recordOptionId } from "./palette-results";
import { usePinnedAndRecentRecords, useRecordSearch } from "./use-palette-records";

type PaletteProps = {
  rights: readonly FeatureAccess[];
  commands: PaletteCommands;
  /** Initial text of the search box. */
  initialQuery?: string;
  onClose: () => void;
};

/**
 * Searches the pages and tabs that the admin may open, commands, and records of all modules. A page or command must contain every
 * typed word. While the box is empty, it offers pinned and recent records.
 */
export function CommandPalette({ rights, commands, initialQuery = "", onClose }: PaletteProps) {
  const router = useRouter();
  const [query, setQuery] = useState(truncateText(initialQuery, MAX_PASTED_SEARCH_LENGTH));
  /** True while an entry is selected with a key or click that opens a new tab. */
  const inNewTab = useRef(false);

  const open = (url: string) => {
    if (inNewTab.current) return void window.open(url, "_blank", "noopener");
    onClose();
    notifyNavigationStart();
    router.push(url);
  };
  const openRecord = (record: { url: string; title: string; detail: string }) => {
    addRecentRecord(record);
    open(record.url);
  };
  const openFirst = (url: string) => {
    inNewTab.current = false;
    open(url);
  };
  const search = useRecordSearch(query, openFirst);
  const kept = usePinnedAndRecentRecords(rights);

  const pages = palettePageEntries(rights, open).filter((entry) => matchesPageQuery(query, entry));
  const run = ({ run: runCommand }: PaletteEntry) => {
    onClose();
    runCommand();
  };
  const shownCommands = paletteCommandEntries(commands).filter((entry) => matchesPageQuery(query, entry));
  const isEmpty = query.trim() === "";
  const shownRecords = isEmpty
    ? [...kept.pinned, ...kept.recent]
    : search.kinds.flatMap(({ kind, items }) => items.map((item) => ({ ...item, kind })));

  // Selects the first pinned record if pinned records load after the box opens, because they become the first entries.
  const [selected, setSelected] = useState("");
  const [hasPins, setHasPins] = useState(kept.isLoaded);
  if (kept.isLoaded && !hasPins) {
    setHasPins(true);
    if (isEmpty && kept.pinned[0]) setSelected(recordOptionId(kept.pinned[0]));
  }

  const noteModifiers = (event: KeyboardEvent | MouseEvent) => {
    inNewTab.current = event.ctrlKey || event.metaKey;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    noteModifiers(event);
    if (event.key === "Enter" && pages.length + shownCommands.length === 0) search.openWhenFound();
  };

  return (
    <Dialog open onOpenChange={onClose} title="Search anything" titleHidden size="lg" place="top">
      <Command
        label="Search anything..."
        shouldFilter={false}
        loop
        vimBindings={false}
        value={selected}
        onValueChange={setSelected}
        onKeyDown={onKeyDown}
        onClickCapture={noteModifiers}
      >
        <div className="flex items-center gap-3 border-b border-border px-4">
          <Search className="size-4.5 text-muted" aria-hidden="true" />
          <Command.Input
            placeholder="Search anything..."
            value={query}
            onValueChange={(text) => setQuery(truncateText(text, MAX_PASTED_SEARCH_LENGTH))}
            className="h-13 min-w-0 flex-1 bg-transparent text-lg outline-none"
          />
        </div>
        <PaletteStatus query={query} search={search} pageAndCommandCount={pages.length + shownCommands.length} />
        <Command.List label="Results" aria-busy={search.isLoading} className="max-h-104 overflow-y-auto p-2">
          {isEmpty && <PaletteRecordGroup heading="Pinned" records={kept.pinned} onOpen={openRecord} />}
          {isEmpty && <PaletteRecordGroup heading="Recent" records={kept.recent} onOpen={openRecord} />}
          <PaletteGroup heading="Pages" entries={pages} onSelect={({ run: openPage }) => openPage()} />
          {!isEmpty &&
            search.kinds.map((found) => (
              <PaletteRecordGroup
                key={found.kind}
                heading={found.label}
                records={found.items.map((item) => ({ ...item, kind: found.kind, label: found.label }))}
                all={found.total > found.items.length ? found : undefined}
                isStale={search.isStale}
                onOpen={openRecord}
                onOpenAll={open}
              />
            ))}
          <PaletteGroup heading="Commands" entries={shownCommands} onSelect={run} />
        </Command.List>
        <PaletteFooter records={shownRecords} pinned={kept.pinned} onPin={kept.pin} />
        <AnnounceSelectedOption />
      </Command>
    </Dialog>
  );
}
