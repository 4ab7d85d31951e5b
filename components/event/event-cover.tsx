"use client";

import { useQuery } from "@tanstack/react-query";
import { PICTURE_WIDTH, Picture } from "@/components/entry/picture-view";
import { eventImageQuery } from "@/lib/queries/event";

type EventCoverProps = {
  imageId: string;
  alt: string;
  /** A small one to show in the meantime. */
  placeholder?: string;
};

/** An event's cover. Its bytes come with the admin's session, so no address of it stands in the page. */
export function EventCover({ imageId, ...shown }: EventCoverProps) {
  return <Picture query={useQuery(eventImageQuery(imageId, PICTURE_WIDTH))} {...shown} />;
}
