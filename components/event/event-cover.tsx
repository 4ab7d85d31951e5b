"use client";

import { useQuery } from "@tanstack/react-query";
import { EDITOR_PICTURE_WIDTH, PictureFromQuery } from "@/components/record-editor/picture-view";
import { eventImageQuery } from "@/lib/queries/event-images";

type EventCoverProps = {
  imageId: string;
  alt: string;
  /** Thumbnail shown until the cover has loaded. */
  placeholder?: string;
};

/** Renders an event's cover. Fetches the bytes with the admin's session, because drafts have no public URLs. */
export function EventCover({ imageId, ...imageProps }: EventCoverProps) {
  return <PictureFromQuery query={useQuery(eventImageQuery(imageId, EDITOR_PICTURE_WIDTH))} {...imageProps} />;
}
