"use client";

import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { languageTextsOf } from "@/components/content-entry/content-entry-kinds";
import { DraftFieldAnchor, DraftSelectField, DraftTextField } from "@/components/record-editor/draft-field";
import { ImageField } from "@/components/record-editor/image-field";
import { RichTextField } from "@/components/record-editor/rich-text/rich-text-field";
import { RichTextView } from "@/components/record-editor/rich-text/rich-text-view";
import { ARTICLE_SUMMARY_MAX, CONTENT_ENTRY_TITLE_MAX, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { Lga } from "@/lib/contract/lgas.values";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { isEmptyText } from "@/lib/contract/rich-text.values";
import { GalleryField } from "./gallery-field";
import { TagsField } from "./tags-field";
import { FieldWithEnglishText } from "./translation-row";

/** Edits an article on culture: texts, cover, gallery, tags and LGA. In other languages, the English texts are beside the fields. */
export function ArticleFields(props: ContentEntryFieldsProps<"culture">) {
  const { draft, change, text, changeText, language, dir, problem, readOnly, images } = props;
  const english = language === SOURCE_LANGUAGE ? null : languageTextsOf("culture", draft, SOURCE_LANGUAGE);
  const languageProps = { language, dir, readOnly };
  return (
    <>
      <FieldWithEnglishText label="Title" english={english?.title}>
        <DraftTextField
          field={`texts.${language}.title`}
          label="Title"
          value={text.title}
          onChange={(title) => changeText({ title })}
          max={CONTENT_ENTRY_TITLE_MAX}
          problem={problem(`texts.${language}.title`)}
          {...languageProps}
        />
      </FieldWithEnglishText>
      <FieldWithEnglishText label="Summary" english={english?.summary}>
        <DraftTextField
          field={`texts.${language}.summary`}
          label="Summary"
          optional
          hint="One or two sentences, for the list of articles."
          rows={3}
          value={text.summary}
          onChange={(summary) => changeText({ summary })}
          max={ARTICLE_SUMMARY_MAX}
          problem={problem(`texts.${language}.summary`)}
          {...languageProps}
        />
      </FieldWithEnglishText>
      <FieldWithEnglishText
        label="Text"
        english={
          english &&
          (english.body && !isEmptyText(english.body) ? (
            <RichTextView doc={english.body} imageUrl={images.urlOf} language={SOURCE_LANGUAGE} />
          ) : (
            ""
          ))
        }
      >
        <DraftFieldAnchor field={`texts.${language}.body`}>
          <RichTextField
            key={language}
            label="Text"
            value={text.body}
            onChange={(body) => changeText({ body }, language)}
            problem={problem(`texts.${language}.body`)}
            onUpload={images.upload}
            imageUrl={images.urlOf}
            {...languageProps}
          />
        </DraftFieldAnchor>
      </FieldWithEnglishText>
      <ImageField
        field="cover_id"
        label="Cover"
        hint="Shown above the article, and in the list."
        images={images}
        value={draft.cover_id}
        onChange={(cover_id) => change({ cover_id, ...(cover_id === null && { cover_alt: "" }) })}
        problem={problem("cover_id")}
        readOnly={readOnly}
        alt={{
          field: "cover_alt",
          value: draft.cover_alt,
          onChange: (cover_alt) => change({ cover_alt }),
          problem: problem("cover_alt"),
        }}
      />
      <GalleryField {...props} />
      <TagsField
        value={draft.tags}
        onChange={(tags) => change({ tags })}
        problem={problem("tags")}
        readOnly={readOnly}
      />
      <DraftSelectField
        field="lga"
        label="LGA"
        optional
        hint="The LGA that it is about. The app can show articles by LGA."
        placeholder="Whole state"
        options={LGA_OPTIONS}
        value={draft.lga ?? ""}
        onChange={(lga) => change({ lga: (lga || null) as Lga | null })}
        problem={problem("lga")}
        readOnly={readOnly}
      />
    </>
  );
}
