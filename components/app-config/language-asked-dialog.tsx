"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { Language, TextRow } from "@/lib/contract/app-config-languages";
import { deleteLanguageMutation, type TextFilters } from "@/lib/queries/languages";
import { dropEntries } from "./language-cells";
import type { LanguageAct } from "./language-menu";
import type { Pasted } from "./language-paste-dialog";

const LanguageDialog = lazyWithPreload(() => import("./language-dialog"), "LanguageDialog");
const KeyDialog = lazyWithPreload(() => import("./language-key-dialog"), "KeyDialog");
const ImportDialog = lazyWithPreload(() => import("./language-import-dialog"), "ImportDialog");
const PasteDialog = lazyWithPreload(() => import("./language-paste-dialog"), "PasteDialog");

/** The open dialog with its data. */
export type Asked =
  | { what: "new-language" | "new-key" }
  | { what: LanguageAct; language: Language }
  | { what: "key"; row: TextRow }
  | { what: "paste"; pasted: Pasted; language: Language };

type LanguageAskedDialogProps = {
  asked: Asked;
  filters: TextFilters;
  onAsk: (asked: Asked | null) => void;
  /** Called after a language was deleted, to clear filters for it. */
  onGone: (language: Language) => void;
};

export function LanguageAskedDialog({ asked, filters, onAsk, onGone }: LanguageAskedDialogProps) {
  const removeLanguage = useMutation(deleteLanguageMutation());
  const close = () => onAsk(null);
  return (
    <Suspense>
      {asked.what === "new-language" && <LanguageDialog onClose={close} />}
      {asked.what === "rename" && <LanguageDialog language={asked.language} onClose={close} />}
      {asked.what === "import" && <ImportDialog language={asked.language} onClose={close} />}
      {asked.what === "new-key" && <KeyDialog onClose={close} />}
      {asked.what === "key" && <KeyDialog row={asked.row} onClose={close} />}
      {asked.what === "paste" && (
        <PasteDialog pasted={asked.pasted} language={asked.language} filters={filters} onClose={close} />
      )}
      {asked.what === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          tone="danger"
          title={`Delete ${asked.language.name}?`}
          consequence="The app no longer offers it. Only a language without texts can be deleted."
          confirmLabel="Delete"
          onConfirm={async () => {
            onGone(asked.language);
            await removeLanguage.mutateAsync({ code: asked.language.code, version: asked.language.version });
            dropEntries({ code: asked.language.code });
            toast.success(`${asked.language.name} is deleted.`);
          }}
        />
      )}
    </Suspense>
  );
}
