"use client";

import { DraftFieldAnchor, DraftTextField } from "@/components/record-editor/draft-field";
import { RichTextField } from "@/components/record-editor/rich-text/rich-text-field";
import { CONTENT_ENTRY_TITLE_MAX } from "@/lib/contract/content-entries.values";
import type { RichText } from "@/lib/contract/rich-text.values";
import type { ContentEntryFieldsProps } from "./content-entry-fields-props";

type TitleAndTextProps = Pick<
  ContentEntryFieldsProps<"announcements" | "terms" | "privacy">,
  "language" | "dir" | "problem" | "readOnly" | "images"
> & {
  text: { title: string; body: RichText | null };
  changeText: (patch: { title?: string; body?: RichText | null }, language?: string) => void;
};

/** Edits title and text in the language on screen, for kinds of content entries that have both. */
export function TitleAndTextFields(props: TitleAndTextProps) {
  const { text, changeText, language, dir, problem, readOnly, images } = props;
  return (
    <>
      <DraftTextField
        field={`texts.${language}.title`}
        label="Title"
        value={text.title}
        onChange={(title) => changeText({ title })}
        max={CONTENT_ENTRY_TITLE_MAX}
        language={language}
        dir={dir}
        problem={problem(`texts.${language}.title`)}
        readOnly={readOnly}
      />
      <DraftFieldAnchor field={`texts.${language}.body`}>
        <RichTextField
          key={language}
          label="Text"
          value={text.body}
          onChange={(body) => changeText({ body }, language)}
          language={language}
          dir={dir}
          problem={problem(`texts.${language}.body`)}
          readOnly={readOnly}
          onUpload={images.upload}
          imageUrl={images.urlOf}
        />
      </DraftFieldAnchor>
    </>
  );
}
