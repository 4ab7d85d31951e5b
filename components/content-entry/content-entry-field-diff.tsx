"use client";

import { WordDiff } from "@/components/common/history/word-diff";
import type { UploadedImage } from "@/lib/contract/content-entries";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import type { DraftField } from "./content-entry-diff";

type ContentEntryFieldDiffProps = {
  field: DraftField;
  before: AnyDraft;
  after: AnyDraft;
  imageOf: (imageId: string) => Pick<UploadedImage, "thumbnail"> | undefined;
};

/** Shows how one field changed: its added and removed words, or both pictures. */
export function ContentEntryFieldDiff({ field, before, after, imageOf }: ContentEntryFieldDiffProps) {
  if (field.imageOf)
    return (
      <div className="flex items-center gap-3">
        <DiffPicture id={field.imageOf(before)} label="Before" imageOf={imageOf} />
        <span aria-hidden="true">→</span>
        <DiffPicture id={field.imageOf(after)} label="After" imageOf={imageOf} />
      </div>
    );
  const [oldText, newText] = [field.wordsOf(before), field.wordsOf(after)];
  if (oldText === newText)
    return (
      <p className="text-muted text-sm">
        {oldText ? "The words are the same; links, pictures or formatting differ." : "No text."}
      </p>
    );
  return <WordDiff before={oldText} after={newText} />;
}

type PictureProps = Pick<ContentEntryFieldDiffProps, "imageOf"> & { id: string | null; label: string };

function DiffPicture({ id, label, imageOf }: PictureProps) {
  const image = id ? imageOf(id) : undefined;
  return (
    <figure className="text-sm">
      <figcaption className="text-muted">{label}</figcaption>
      {image ? (
        // biome-ignore lint/performance/noImgElement: a data URI needs no image optimizer
        <img src={image.thumbnail} alt="" className="h-16 w-24 rounded-md object-cover" />
      ) : (
        <span className="flex h-16 w-24 items-center justify-center rounded-md bg-sunken text-muted">
          {id ? "A picture" : "None"}
        </span>
      )}
    </figure>
  );
}
