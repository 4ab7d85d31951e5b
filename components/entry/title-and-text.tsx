"use client";

import { ENTRY_TITLE_MAX } from "@/lib/contract/entries.values";
import type { RichText } from "@/lib/contract/rich-text.values";
import { DraftFieldAnchor, EntryTextField } from "./entry-field";
import type { EntryFieldsProps } from "./entry-fields-props";
import { RichTextField } from "./rich-text/rich-text-field";

type TitleAndTextProps = Pick<
  EntryFieldsProps<"announcements" | "terms" | "privacy">,
  "language" | "dir" | "problem" | "readOnly" | "images"
> & {
  text: { title: string; body: RichText | null };
  changeText: (patch: { title?: string; body?: RichText | null }, language?: string) => void;
};

/** Edits title and text in the language on screen, for kinds of entries that have both. */
export function TitleAndTextFields(props: TitleAndTextProps) {
  const { text, changeText, language, dir, problem, readOnly, images } = props;
  return (
    <>
      <EntryTextField
        field={`texts.${language}.title`}
        label="Title"
        value={text.title}
        onChange={(title) => changeText({ title })}
        max={ENTRY_TITLE_MAX}
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
