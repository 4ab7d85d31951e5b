"use client";

import { useMutation } from "@tanstack/react-query";
import { Suspense } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toast } from "@/lib/client/toast";
import type { Language, TranslationRow } from "@/lib/contract/app-config-languages";
import { deleteLanguageMutation, type TranslationFilters } from "@/lib/queries/languages";
import { dropTypedCellTexts } from "./language-cells";
import type { LanguageMenuAction } from "./language-menu";
import type { PastedLines } from "./language-paste-dialog";

const LanguageDialog = lazyWithPreload(() => import("./language-dialog"), "LanguageDialog");
const TextKeyDialog = lazyWithPreload(() => import("./language-key-dialog"), "TextKeyDialog");
const ImportTextsDialog = lazyWithPreload(() => import("./language-import-dialog"), "ImportTextsDialog");
const PasteTextsDialog = lazyWithPreload(() => import("./language-paste-dialog"), "PasteTextsDialog");

/** The dialog that is open on the screen of the app's texts, with the language or text that it changes. */
export type OpenLanguageDialog =
  | { what: "new-language" | "new-key" }
  | { what: LanguageMenuAction; language: Language }
  | { what: "key"; row: TranslationRow }
  | { what: "paste"; pasted: PastedLines; language: Language };

type LanguageDialogsProps = {
  asked: OpenLanguageDialog;
  filters: TranslationFilters;
  onAsk: (dialog: OpenLanguageDialog | null) => void;
  /** Called after a language was deleted, to clear the filters that use the language. */
  onGone: (language: Language) => void;
};

/** Renders the open dialog of the screen of the app's texts. `onAsk` opens another dialog, or closes it with null. */
export function LanguageDialogs({ asked: dialog, filters, onAsk: onOpen, onGone: onDeleted }: LanguageDialogsProps) {
  const removeLanguage = useMutation(deleteLanguageMutation());
  const close = () => onOpen(null);
  return (
    <Suspense>
      {dialog.what === "new-language" && <LanguageDialog onClose={close} />}
      {dialog.what === "rename" && <LanguageDialog language={dialog.language} onClose={close} />}
      {dialog.what === "import" && <ImportTextsDialog language={dialog.language} onClose={close} />}
      {dialog.what === "new-key" && <TextKeyDialog onClose={close} />}
      {dialog.what === "key" && <TextKeyDialog row={dialog.row} onClose={close} />}
      {dialog.what === "paste" && (
        <PasteTextsDialog pasted={dialog.pasted} language={dialog.language} filters={filters} onClose={close} />
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
            dropTypedCellTexts({ code: dialog.language.code });
            toast.success(`${dialog.language.name} is deleted.`);
          }}
        />
      )}
    </Suspense>
  );
}
