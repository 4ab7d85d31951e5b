import { X } from "lucide-react";
import { DraftTextField } from "@/components/record-editor/draft-field";
import type { DraftImages } from "@/components/record-editor/use-image-sources";
import { Button } from "@/components/ui/button";
import { ALT_TEXT_MAX, CAPTION_MAX, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { Drafts } from "@/lib/contract/content-entries-drafts";

type GalleryItem = Drafts["culture"]["gallery"][number];
type GalleryPictureProps = {
  item: GalleryItem;
  name: string;
  language: string;
  dir: "ltr" | "rtl";
  images: DraftImages;
  readOnly: boolean;
  onChange: (patch: Partial<GalleryItem>) => void;
  onRemove: () => void;
};

/** Edits the description of one picture of a gallery, and its caption in the language on screen. */
export function GalleryPictureFields(props: GalleryPictureProps) {
  const { item, name, language, dir, images, readOnly, onChange, onRemove } = props;
  const english = language === SOURCE_LANGUAGE ? "" : (item.captions[SOURCE_LANGUAGE] ?? "");
  const setCaption = (caption: string) => {
    const { [language]: _, ...otherCaptions } = item.captions;
    onChange({ captions: caption ? { ...otherCaptions, [language]: caption } : otherCaptions });
  };
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <div className="space-y-1.5">
        {/* biome-ignore lint/performance/noImgElement: a data URI of a few hundred bytes needs no image optimizer */}
        <img src={images.urlOf(item.image_id)} alt="" className="h-18 w-24 rounded-md bg-sunken object-cover" />
        {!readOnly && (
          <Button size="sm" variant="ghost" aria-label={`Remove ${name}`} onClick={onRemove}>
            <X aria-hidden="true" /> Remove
          </Button>
        )}
      </div>
      <div className="space-y-3">
        <DraftTextField
          field={`gallery.${item.image_id}.alt`}
          label="Description"
          value={item.alt}
          onChange={(alt) => onChange({ alt })}
          max={ALT_TEXT_MAX}
          readOnly={readOnly}
        />
        <DraftTextField
          field={`gallery.${item.image_id}.caption`}
          label="Caption"
          optional
          hint={english ? `In English: ${english}` : undefined}
          value={item.captions[language] ?? ""}
          onChange={setCaption}
          max={CAPTION_MAX}
          language={language}
          dir={dir}
          readOnly={readOnly}
        />
      </div>
    </div>
  );
}
