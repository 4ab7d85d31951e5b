import type { ReactNode } from "react";
import { FreeText } from "@/components/common/free-text";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";

type TranslationRowProps = {
  label: string;
  /** English text of the field, "" if there is none yet. Null or undefined while English itself is edited. */
  english: ReactNode | null | undefined;
  children: ReactNode;
};

/** Renders a field with its English text beside it, or below it on a narrow screen. */
export function FieldWithEnglishText({ label, english, children }: TranslationRowProps) {
  if (english === null || english === undefined) return children;
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-2 md:grid-cols-2">
      <section aria-label={`${label} in English`} lang={SOURCE_LANGUAGE} className="min-w-0 md:order-last">
        <p className="mb-1.5 font-semibold text-muted text-sm">{label} in English</p>
        <FreeText as="div" className="rounded-md bg-sunken px-3 py-2">
          {english || <span className="text-muted">Nothing is written in English yet.</span>}
        </FreeText>
      </section>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
