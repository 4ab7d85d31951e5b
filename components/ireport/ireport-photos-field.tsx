"use client";

import { type RefObject, useEffect, useId, useState } from "react";
import { useController } from "react-hook-form";
import { FieldError } from "@/components/common/form/field";
import { UploadSlot } from "@/components/common/form/upload-slot";
import { IREPORT_PHOTOS_MAX } from "@/lib/contract/ireport.values";
import { PICTURE_ACCEPT } from "@/lib/contract/uploads.values";
import { uploadResolutionPhoto } from "@/lib/queries/ireport-record";

const MAX_PHOTO_BYTES = 10_000_000;

/** Uploads up to five photos that show the resolution, one field per photo. `pendingUploads`: number of unfinished uploads. */
export function IreportPhotosField({ sending: pendingUploads }: { sending: RefObject<number> }) {
  const id = useId();
  const { field, fieldState } = useController<{ photos: string[] }, "photos">({ name: "photos" });
  // Keeps the empty field of a removed photo, because the other fields would lose their local previews if they moved.
  const [slots, setSlots] = useState<readonly (string | undefined)[]>(field.value);
  const uploadIds = slots.filter((uploadId) => uploadId !== undefined);
  const uploadIdList = uploadIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another list of photos is there
  useEffect(() => {
    field.onChange(uploadIds);
  }, [uploadIdList]);
  const change = (nth: number, uploadId: string | undefined) =>
    setSlots((before) =>
      Array.from({ length: Math.max(before.length, nth + 1) }, (_, each) => (each === nth ? uploadId : before[each])),
    );
  const send: typeof uploadResolutionPhoto = async (...file) => {
    pendingUploads.current++;
    try {
      return await uploadResolutionPhoto(...file);
    } finally {
      pendingUploads.current--;
    }
  };
  const count = Math.min(slots.length + (uploadIds.length === slots.length ? 1 : 0), IREPORT_PHOTOS_MAX);
  const error = fieldState.error?.message ?? fieldState.error?.root?.message;
  return (
    <fieldset
      name="photos"
      ref={(element) => field.ref(element && { focus: () => element.querySelector("input")?.focus() })}
      aria-describedby={error ? `${id}-error` : undefined}
      className="space-y-2"
    >
      <legend className="text-sm font-semibold">
        Photos <span className="font-normal text-muted">(optional)</span>
      </legend>
      <p className="text-sm text-muted">
        Up to {IREPORT_PHOTOS_MAX}, JPEG, PNG, WebP or HEIC, 10 MB each. Location data is removed from photos.
      </p>
      <FieldError id={id} error={error} />
      {Array.from({ length: count }, (_, index) => (
        <UploadSlot
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
          key={index}
          label={`Photo ${index + 1}`}
          value={slots[index]}
          onChange={(uploadId) => change(index, uploadId)}
          send={send}
          accept={PICTURE_ACCEPT}
          camera="environment"
          limit={MAX_PHOTO_BYTES}
        />
      ))}
    </fieldset>
  );
}
