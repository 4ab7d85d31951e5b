"use client";

import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { TitleAndTextFields } from "@/components/content-entry/title-and-text";
import { DraftCheckboxField } from "@/components/record-editor/draft-field";
import { ImageField } from "@/components/record-editor/image-field";
import { AnnouncementAudienceField } from "./announcement-audience";
import { LinkField } from "./link-field";

/** Edits an announcement: its texts, picture and audience. */
export function AnnouncementFields(props: ContentEntryFieldsProps<"announcements">) {
  const { draft, change, problem, readOnly, images } = props;
  return (
    <>
      <TitleAndTextFields {...props} />
      <ImageField
        field="image_id"
        label="Picture"
        optional
        hint={
          draft.audience === "groups"
            ? "Don't show secrets in it: anyone with its address can open the picture without being a member."
            : undefined
        }
        images={images}
        value={draft.image_id}
        onChange={(image_id) => change({ image_id, ...(image_id === null && { image_alt: "" }) })}
        problem={problem("image_id")}
        readOnly={readOnly}
        alt={{
          field: "image_alt",
          value: draft.image_alt,
          onChange: (image_alt) => change({ image_alt }),
          problem: problem("image_alt"),
        }}
      />
      <LinkField
        hint="The address that “Learn more” opens. It begins with https://, mailto: or tel:."
        value={draft.link}
        onChange={(link) => change({ link })}
        problem={problem("link")}
        readOnly={readOnly}
      />
      <AnnouncementAudienceField {...props} />
      <DraftCheckboxField
        field="pinned"
        label="Pinned"
        hint="It is shown above all others until it ends."
        checked={draft.pinned}
        onChange={(pinned) => change({ pinned })}
        readOnly={readOnly}
      />
    </>
  );
}
