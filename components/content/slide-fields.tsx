"use client";

import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { DraftFieldAnchor, DraftTextField } from "@/components/record-editor/draft-field";
import { ImageField } from "@/components/record-editor/image-field";
import { ALT_TEXT_MAX, CONTENT_ENTRY_TITLE_MAX } from "@/lib/contract/content-entries.values";
import { FocalPointField } from "./focal-point";
import { LinkField } from "./link-field";

/** Edits a slide of the app's home screen: picture with focal point, texts and link. */
export function SlideFields(props: ContentEntryFieldsProps<"slides">) {
  const { draft, change, text, changeText, language, dir, problem, readOnly, images } = props;
  const languageProps = { language, dir, readOnly };
  return (
    <>
      <ImageField
        field="image_id"
        label="Picture"
        hint="Wide pictures suit best, such as 1600 × 900 pixels. Words in a picture can't be translated."
        images={images}
        value={draft.image_id}
        // Resets the focal point, because it belonged to the previous picture.
        onChange={(image_id) => change({ image_id, focal_x: 50, focal_y: 50 })}
        problem={problem("image_id")}
        readOnly={readOnly}
      >
        {(imageId) => (
          <DraftFieldAnchor field="focal_x">
            <FocalPointField
              key={imageId}
              kind="slides"
              imageId={imageId}
              alt={text.alt}
              placeholder={images.urlOf(imageId)}
              value={draft}
              onChange={change}
              readOnly={readOnly}
            />
          </DraftFieldAnchor>
        )}
      </ImageField>
      <DraftTextField
        field={`texts.${language}.alt`}
        label="Picture description"
        hint="What it shows, in a few words, for people who can't see it."
        value={text.alt}
        onChange={(alt) => changeText({ alt })}
        max={ALT_TEXT_MAX}
        problem={problem(`texts.${language}.alt`)}
        {...languageProps}
      />
      <DraftTextField
        field={`texts.${language}.title`}
        label="Title"
        optional
        hint="Shown below the picture."
        value={text.title}
        onChange={(title) => changeText({ title })}
        max={CONTENT_ENTRY_TITLE_MAX}
        problem={problem(`texts.${language}.title`)}
        {...languageProps}
      />
      <LinkField
        hint="The address that a tap on the slide opens. It begins with https://, mailto: or tel:."
        value={draft.link}
        onChange={(link) => change({ link })}
        problem={problem("link")}
        readOnly={readOnly}
      />
    </>
  );
}
