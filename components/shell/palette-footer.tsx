import { useCommandState } from "cmdk";
import { Pin, PinOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { recordOptionId, stopEnterPropagation } from "./palette-results";
import type { PaletteRecord } from "./use-palette-records";

type FooterProps = {
  /** Records that the search box lists now. */
  records: readonly Omit<PaletteRecord, "label">[];
  pinned: readonly PaletteRecord[];
  onPin: (record: PaletteRecord, isPinned: boolean) => void;
};

/** Explains the keys, and pins or unpins the selected record. */
export function PaletteFooter({ records, pinned, onPin }: FooterProps) {
  const option = useCommandState(({ value }) => value);
  const selected = records.find((record) => recordOptionId(record) === option);
  const isPinned = selected !== undefined && pinned.some((record) => recordOptionId(record) === option);
  return (
    <div className="flex min-h-12 items-center gap-4 border-t border-border px-4 text-xs text-muted">
      <span className="flex items-center gap-1.5 max-sm:hidden">
        <Kbd>Enter</Kbd> Open
      </span>
      <span className="flex items-center gap-1.5 max-sm:hidden">
        <Kbd>Ctrl</Kbd>
        <Kbd>Enter</Kbd> Open in a new tab
      </span>
      {selected && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-auto min-w-0"
          onClick={() => onPin({ label: "", ...selected }, !isPinned)}
          onKeyDown={stopEnterPropagation}
        >
          {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          <span className="truncate">
            {isPinned ? "Unpin" : "Pin"} {selected.title}
          </span>
        </Button>
      )}
    </div>
  );
}
