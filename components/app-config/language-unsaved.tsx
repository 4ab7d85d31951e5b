"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useUnresolved } from "./language-cells";
import { texts } from "./language-words";

/** Shows the number of unsaved texts, in view or not, and opens the first. Inline with the filters, so that nothing moves. */
export function LanguageUnsaved({ onShow }: { onShow: (key: string, code: string) => void }) {
  const unsaved = useUnresolved();
  const first = unsaved[0];
  return (
    <span role="status">
      {first && (
        <Button
          className="text-danger!"
          title="What you typed stays in its cell until you save or discard it."
          onClick={() => onShow(first.key, first.code)}
        >
          <CircleAlert aria-hidden="true" /> {texts(unsaved.length)} not saved
        </Button>
      )}
    </span>
  );
}
