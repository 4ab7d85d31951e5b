"use client";

import { useState } from "react";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { type ContentEntryKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { ContentEntryEditorProps } from "./content-entry-editor";
import type { ContentEntryLanguage } from "./content-entry-language-select";
import { PhoneFrame } from "./phone-frame";
import type { ContentEntryPreviewState } from "./use-content-entry-preview";

type ContentEntryPreviewPanelProps = {
  shown: ContentEntryPreviewState;
  language: ContentEntryLanguage;
  render?: ContentEntryEditorProps<ContentEntryKind>["preview"];
};

const THEMES = ["light", "dark"] as const;

/** Previews the draft as on a phone, in the language being edited. */
export function ContentEntryPreviewPanel({ shown: previewState, language, render }: ContentEntryPreviewPanelProps) {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>("light");
  const { preview, error, loading, retry } = previewState;
  return (
    <div className="space-y-4" aria-busy={loading || undefined}>
      <fieldset className="flex items-center gap-2">
        <legend className="sr-only">Appearance of the phone</legend>
        {THEMES.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === theme ? "secondary" : "ghost"}
            aria-pressed={each === theme}
            onClick={() => setTheme(each)}
          >
            {each === "light" ? "Light" : "Dark"}
          </Button>
        ))}
        <span className="ml-auto text-muted text-sm">{language.name}</span>
      </fieldset>
      {error && preview && (
        <Alert tone="warning" title="This preview is not up to date.">
          {error.message}
        </Alert>
      )}
      {preview && language.code !== SOURCE_LANGUAGE && (language.written ?? "whole") !== "whole" && (
        <p className="text-muted text-sm">
          {language.written === "none"
            ? `There is no text in ${language.name}: the app shows the English one.`
            : `The text in ${language.name} is incomplete: the app shows the English one.`}
        </p>
      )}
      {!preview && (error ? <LoadFailed message={error.message} busy={loading} onRetry={retry} /> : <PhoneSkeleton />)}
      {preview &&
        (render ? (
          render({ preview, theme })
        ) : (
          <PhoneFrame
            theme={theme}
            dir={preview.language === language.code ? language.direction : "ltr"}
            title={preview.title}
            html={preview.html}
            image={preview.image}
            imageAlt={preview.image_alt}
            label={`Preview in ${language.name}, ${theme}`}
          />
        ))}
    </div>
  );
}

const PhoneSkeleton = () => <Skeleton className="mx-auto h-[36rem] w-full max-w-[22.5rem] rounded-xl" />;
