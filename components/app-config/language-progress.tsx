import type { Language } from "@/lib/contract/app-config-languages";
import { describeTranslationProgress } from "./language-words";

/** CSS classes of the bar. Without `appearance-none` Chrome draws its native bar, green and grey, once the height is set. */
const BAR_CLASS =
  "mt-1 mb-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-border [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-border [&::-webkit-progress-value]:bg-primary";

/** Shows which share of a language's texts is translated, as a bar and in figures. */
export function TranslationProgress({ language }: { language: Language }) {
  return (
    <>
      {!language.source && (
        <progress
          aria-label={`Translated into ${language.name}`}
          value={language.translated}
          max={Math.max(language.keys, 1)}
          className={BAR_CLASS}
        />
      )}
      <p className="mt-0.5 truncate text-muted text-xs tabular-nums">{describeTranslationProgress(language)}</p>
    </>
  );
}
