"use client";

import { useQuery } from "@tanstack/react-query";
import { ContentEntryEditor } from "@/components/content-entry/content-entry-editor";
import { CONTENT_ENTRY_KIND_INFO } from "@/components/content-entry/content-entry-kinds";
import { PhoneFrame } from "@/components/content-entry/phone-frame";
import { publicLanguagesQuery } from "@/lib/queries/content-entries";
import { ArticleFields } from "./article-fields";

const SCREEN_TEXTS = { back: { label: "Culture", href: CONTENT_ENTRY_KIND_INFO.culture.listUrl } };

/** Renders the editor of one article on culture, with a phone preview that includes its gallery. */
export function ArticleScreen({ entryId }: { entryId: string }) {
  const { data } = useQuery(publicLanguagesQuery());
  return (
    <ContentEntryEditor
      kind="culture"
      entryId={entryId}
      words={SCREEN_TEXTS}
      fields={(props) => <ArticleFields {...props} />}
      preview={({ preview, theme }) => (
        <PhoneFrame
          theme={theme}
          dir={data?.items.find(({ code }) => code === preview.language)?.direction}
          title={preview.title}
          html={preview.html}
          image={preview.image}
          imageAlt={preview.image_alt}
          label={`Preview of the article, ${theme}`}
        >
          {preview.gallery.map(({ image, alt, caption }) => (
            <figure key={image} className="mt-4">
              {/* biome-ignore lint/performance/noImgElement: a data URI needs no image optimizer */}
              <img src={image} alt={alt} className="w-full rounded-md" />
              {caption && <figcaption className="mt-1 text-muted text-sm">{caption}</figcaption>}
            </figure>
          ))}
        </PhoneFrame>
      )}
    />
  );
}
