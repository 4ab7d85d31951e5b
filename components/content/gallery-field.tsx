"use client";

import { ImagePlus } from "lucide-react";
import { useId, useState } from "react";
import { FieldError } from "@/components/common/form/field";
import { SortableList } from "@/components/common/table/sortable-list";
import type { ContentEntryFieldsProps } from "@/components/content-entry/content-entry-fields-props";
import { DraftFieldAnchor } from "@/components/record-editor/draft-field";
import { FilePickerButton } from "@/components/record-editor/image-field";
import type { UploadedImage } from "@/lib/contract/content-entries";
import { GALLERY_PICTURES_MAX } from "@/lib/contract/content-entries.values";
import type { Drafts } from "@/lib/contract/content-entries-drafts";
import { GalleryPictureFields } from "./gallery-picture";
import { GalleryUpload } from "./gallery-upload";
import { createUploadQueue } from "./upload-queue";

type GalleryItem = Drafts["culture"]["gallery"][number];
type Upload = { id: number; file: File };

/** Maximum number of parallel uploads. More would share the bandwidth, and each might exceed its time limit. */
const MAX_PARALLEL_UPLOADS = 2;

let lastId = 0;

/** Edits the pictures below an article: uploads, order, descriptions, and captions per language. */
export function GalleryField({
  draft,
  change,
  language,
  dir,
  problem,
  readOnly,
  images,
}: ContentEntryFieldsProps<"culture">) {
  const id = useId();
  const [pending, setPending] = useState<readonly Upload[]>([]);
  const [runInTurn] = useState(() => createUploadQueue(MAX_PARALLEL_UPLOADS));
  const { gallery } = draft;
  const freePlaces = GALLERY_PICTURES_MAX - gallery.length - pending.length;
  const start = (file: File | undefined) => {
    if (file)
      setPending((all) =>
        gallery.length + all.length < GALLERY_PICTURES_MAX ? [...all, { id: ++lastId, file }] : all,
      );
  };
  const removePending = (pendingUpload: Upload) => setPending((list) => list.filter((each) => each !== pendingUpload));
  const add = (image: UploadedImage) =>
    change((now) => ({ gallery: [...now.gallery, { image_id: image.id, alt: "", captions: {} }] }));
  const editItem = (imageId: string, patch: Partial<GalleryItem>) =>
    change((now) => ({
      gallery: now.gallery.map((item) => (item.image_id === imageId ? { ...item, ...patch } : item)),
    }));
  const remove = (imageId: string) =>
    change((now) => ({ gallery: now.gallery.filter((item) => item.image_id !== imageId) }));
  const nameOf = (item: GalleryItem) => item.alt || `picture ${gallery.indexOf(item) + 1}`;
  return (
    <DraftFieldAnchor field="gallery">
      <fieldset aria-describedby={problem("gallery") ? `${id}-error` : undefined} className="space-y-3">
        <legend className="font-semibold text-sm">
          Gallery <span className="font-normal text-muted">(optional)</span>
        </legend>
        {gallery.length === 0 && pending.length === 0 && (
          <p className="text-muted text-sm">
            {readOnly ? "No pictures." : `Up to ${GALLERY_PICTURES_MAX} pictures, shown below the text.`}
          </p>
        )}
        {gallery.length > 0 && (
          <SortableList
            label="Pictures of the gallery"
            items={gallery}
            idOf={(item) => item.image_id}
            nameOf={nameOf}
            disabled={readOnly}
            onOrder={(ids) =>
              change((now) => ({
                gallery: ids.flatMap((each) => now.gallery.find(({ image_id }) => image_id === each) ?? []),
              }))
            }
            render={(item) => (
              <GalleryPictureFields
                item={item}
                name={nameOf(item)}
                language={language}
                dir={dir}
                images={images}
                readOnly={readOnly}
                onChange={(patch) => editItem(item.image_id, patch)}
                onRemove={() => remove(item.image_id)}
              />
            )}
          />
        )}
        {pending.map((pendingUpload) => (
          <GalleryUpload
            key={pendingUpload.id}
            file={pendingUpload.file}
            upload={(...sent) => runInTurn(images.upload, ...sent)}
            onSent={add}
            onEnd={() => removePending(pendingUpload)}
          />
        ))}
        {!readOnly && freePlaces > 0 && (
          <FilePickerButton name="Add pictures to the gallery" multiple onFile={start}>
            <ImagePlus aria-hidden="true" /> Add pictures
          </FilePickerButton>
        )}
        {!readOnly && freePlaces <= 0 && <p className="text-muted text-sm">At most {GALLERY_PICTURES_MAX} pictures.</p>}
        <FieldError id={id} error={problem("gallery")} />
      </fieldset>
    </DraftFieldAnchor>
  );
}
