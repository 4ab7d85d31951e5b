"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Image as ImageIcon, Megaphone, User } from "lucide-react";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import type { IreportDetails } from "@/lib/contract/ireport";
import { ireportThumbnailsQuery } from "@/lib/queries/ireport-record";
import { ireportPhotoIdsOf } from "./ireport-photos";
import { messageKindLabel } from "./ireport-record-words";

type Props = { report: IreportDetails; onPhoto: (photoId: string) => void };

/** Lists a report's messages, oldest first. The citizen's messages differ from the admins' by position, icon and name. */
export function IreportMessages({ report, onPhoto }: Props) {
  const ids = ireportPhotoIdsOf(report);
  const { data: thumbnails = {} } = useQuery({ ...ireportThumbnailsQuery(report.id, ids), enabled: ids.length > 0 });
  if (report.messages.length === 0) return <p className="text-sm text-muted">Nothing has been written yet.</p>;
  return (
    <ol className="space-y-3 text-sm" aria-label="Messages">
      {report.messages.map(({ id, kind, text, by, at, photos }) => {
        const Icon = by ? Megaphone : User;
        return (
          <li
            key={id}
            className={clsx("rounded-md border p-3", by ? "ml-6 border-border" : "mr-6 border-border bg-sunken")}
          >
            <p className="flex flex-wrap items-center gap-x-1.5 text-muted">
              <Icon className="size-3.5" aria-hidden="true" />
              <span className="font-semibold text-foreground">{by?.name ?? "Citizen"}</span> · {messageKindLabel(kind)}{" "}
              · <DateTime at={at} />
            </p>
            <FreeText as="p" lines className="mt-1">
              {text}
            </FreeText>
            {photos.length > 0 && (
              <ul className="mt-2 flex flex-wrap gap-2">
                {photos.map((photo, index) => (
                  <li key={photo.id}>
                    <button
                      type="button"
                      aria-label={`Show photo ${index + 1} of this message`}
                      onClick={() => onPhoto(photo.id)}
                      className="flex size-14 items-center justify-center overflow-hidden rounded-md border border-border bg-sunken text-muted"
                    >
                      {thumbnails[photo.id] ? (
                        // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
                        <img src={thumbnails[photo.id]} alt="" className="size-full object-cover" />
                      ) : (
                        <ImageIcon className="size-5" aria-hidden="true" />
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
