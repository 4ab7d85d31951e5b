import type { ReactNode } from "react";
import { SOURCE_LANGUAGE } from "@/lib/contract/entries.values";

type BesideEnglishProps = {
  label: string;
  /** "" where there is none yet; left out, or null, where English itself is written. */
  english: ReactNode | null | undefined;
  children: ReactNode;
};

/** A field of another language with the English text beside it, below it on a narrow screen. */
export function BesideEnglish({ label, english, children }: BesideEnglishProps) {
  if (english === null || english === undefined) return children;
  return (
    <div className="grid grid-cols-1 gap-x-5 gap-y-2 md:grid-cols-2">
      <section aria-label={`${label} in English`} lang={SOURCE_LANGUAGE} className="min-w-0 md:order-last">
        <p className="mb-1.5 font-semibold text-muted text-sm">{label} in English</p>
        <div className="rounded-md bg-sunken px-3 py-2 break-words">
          {english || <span className="text-muted">Nothing is written in English yet.</span>}
        </div>
      </section>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
