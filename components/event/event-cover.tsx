"use client";

import { useQuery } from "@tanstack/react-query";
import { PICTURE_WIDTH, PictureImage } from "@/components/entry/picture-view";
import { eventImageQuery } from "@/lib/queries/event-images";

type EventCoverProps = {
  imageId: string;
  alt: string;
  /** Thumbnail shown until the cover has loaded. */
  placeholder?: string;
};

/** Renders an event's cover. Its bytes are fetched with the admin's session, so the page contains no URL of it. */
export function EventCover({ imageId, ...imageProps }: EventCoverProps) {
  return <PictureImage query={useQuery(eventImageQuery(imageId, PICTURE_WIDTH))} {...imageProps} />;
}
