"use client";

import { useQuery } from "@tanstack/react-query";
import { ContentEntryEditor } from "@/components/content-entry/content-entry-editor";
import { CONTENT_ENTRY_KIND_INFO } from "@/components/content-entry/content-entry-kinds";
import { PhoneFrame } from "@/components/content-entry/phone-frame";
import { publicLanguagesQuery } from "@/lib/queries/content-entries";
import { SlideFields } from "./slide-fields";
import { SlidePicture } from "./slide-picture";

const SCREEN_TEXTS = { back: { label: "Slider", href: CONTENT_ENTRY_KIND_INFO.slides.listUrl } };

/** Renders the editor of one slide of the app's home screen, with a preview of its two crops. */
export function SlideScreen({ entryId }: { entryId: string }) {
  const { data } = useQuery(publicLanguagesQuery());
  return (
    <ContentEntryEditor
      kind="slides"
      entryId={entryId}
      words={SCREEN_TEXTS}
      fields={(props) => <SlideFields {...props} />}
      preview={({ preview, theme }) => {
        const { focal_x, focal_y } = preview.received as { focal_x: number; focal_y: number };
        const shown = {
          src: preview.image,
          alt: preview.image_alt,
          title: preview.title,
          focal: { x: focal_x, y: focal_y },
        };
        const dir = data?.items.find(({ code }) => code === preview.language)?.direction;
        return (
          <PhoneFrame theme={theme} dir={dir} title="" label={`Preview of the slide, ${theme}`}>
            <div className="space-y-4">
              <SlidePicture {...shown} cut="wide" />
              <p className="text-muted text-sm">Where the app has less room it cuts a square:</p>
              <SlidePicture {...shown} cut="square" />
            </div>
          </PhoneFrame>
        );
      }}
    />
  );
}
