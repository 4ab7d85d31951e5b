"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { Language, TextRow } from "@/lib/contract/app-config-languages";
import { deleteLanguageMutation, type TextFilters } from "@/lib/queries/languages";
import { dropEntries } from "./language-cells";
import type { LanguageAction } from "./language-menu";
import type { PastedLines } from "./language-paste-dialog";

const LanguageDialog = lazyWithPreload(() => import("./language-dialog"), "LanguageDialog");
const KeyDialog = lazyWithPreload(() => import("./language-key-dialog"), "KeyDialog");
const ImportDialog = lazyWithPreload(() => import("./language-import-dialog"), "ImportDialog");
const PasteDialog = lazyWithPreload(() => import("./language-paste-dialog"), "PasteDialog");

export type OpenLanguageDialog =
  | { what: "new-language" | "new-key" }
  | { what: LanguageAction; language: Language }
  | { what: "key"; row: TextRow }
  | { what: "paste"; pasted: PastedLines; language: Language };

type LanguageDialogsProps = {
  asked: OpenLanguageDialog;
  filters: TextFilters;
  onAsk: (dialog: OpenLanguageDialog | null) => void;
  /** Called after a language was deleted, to clear filters for it. */
  onGone: (language: Language) => void;
};

export function LanguageDialogs({ asked: dialog, filters, onAsk: onOpen, onGone: onDeleted }: LanguageDialogsProps) {
  const removeLanguage = useMutation(deleteLanguageMutation());
  const close = () => onOpen(null);
  return (
    <Suspense>
      {dialog.what === "new-language" && <LanguageDialog onClose={close} />}
      {dialog.what === "rename" && <LanguageDialog language={dialog.language} onClose={close} />}
      {dialog.what === "import" && <ImportDialog language={dialog.language} onClose={close} />}
      {dialog.what === "new-key" && <KeyDialog onClose={close} />}
      {dialog.what === "key" && <KeyDialog row={dialog.row} onClose={close} />}
      {dialog.what === "paste" && (
        <PasteDialog pasted={dialog.pasted} language={dialog.language} filters={filters} onClose={close} />
      )}
      {dialog.what === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          tone="danger"
          title={`Delete ${dialog.language.name}?`}
          consequence="The app no longer offers it. Only a language without texts can be deleted."
          confirmLabel="Delete"
          onConfirm={async () => {
            onDeleted(dialog.language);
            await removeLanguage.mutateAsync({ code: dialog.language.code, version: dialog.language.version });
            dropEntries({ code: dialog.language.code });
            toast.success(`${dialog.language.name} is deleted.`);
          }}
        />
      )}
    </Suspense>
  );
}
