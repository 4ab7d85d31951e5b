"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useUnresolvedCells } from "./language-cells";
import { formatTextCount } from "./language-words";

/**
 * Shows the number of unsaved texts, in view or not, and opens the first. Placed in the line of the filters, so that the page does
 * not shift when the button appears.
 */
export function UnsavedTextsButton({ onShow }: { onShow: (key: string, code: string) => void }) {
  const unsaved = useUnresolvedCells();
  const first = unsaved[0];
  return (
    <span role="status">
      {first && (
        <Button
          className="text-danger!"
          title="What you typed stays in its cell until you save or discard it."
          onClick={() => onShow(first.key, first.code)}
        >
          <CircleAlert aria-hidden="true" /> {formatTextCount(unsaved.length)} not saved
        </Button>
      )}
    </span>
  );
}
