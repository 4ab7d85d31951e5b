"use client";

import { useEffect, useEffectEvent } from "react";
import type { DraftImages } from "@/components/record-editor/use-image-sources";
import { useImageUpload } from "@/components/record-editor/use-image-upload";
import { Button } from "@/components/ui/button";
import type { UploadedImage } from "@/lib/contract/content-entries";

type GalleryUploadProps = {
  file: File;
  upload: DraftImages["upload"];
  onSent: (image: UploadedImage) => void;
  onEnd: () => void;
};

/** Uploads one picture of a gallery and shows its progress. */
export function GalleryUpload({ file, upload, onSent: onUploaded, onEnd }: GalleryUploadProps) {
  const { sending, start, retry, stop } = useImageUpload(upload, (image) => {
    onUploaded(image);
    onEnd();
  });
  const startUpload = useEffectEvent(() => start(file));
  useEffect(() => startUpload(), []);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-border px-3 py-2 text-sm">
      <span className="min-w-0 flex-1 truncate text-muted">{file.name}</span>
      {sending?.problem ? (
        <p role="alert" className="w-full font-medium text-danger">
          {sending.problem}
        </p>
      ) : (
        <progress
          className="h-1.5 w-32 accent-primary"
          aria-label={`Sending ${file.name}`}
          value={sending?.share ?? 0}
        />
      )}
      {sending?.problem && sending.canRetry && (
        <Button size="sm" onClick={retry}>
          Send again
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          stop();
          onEnd();
        }}
      >
        {sending?.problem ? "Discard" : "Cancel"}
      </Button>
    </div>
  );
}
