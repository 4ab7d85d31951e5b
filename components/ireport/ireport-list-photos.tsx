"use client";

import { useQuery } from "@tanstack/react-query";
import { Image } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { MAX_PHOTOS_IN_LIST_ROW } from "@/lib/contract/ireport.values";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { pluralize } from "@/lib/format";
import { ireportListPhotosQuery } from "@/lib/queries/ireport-list-photos";

/** Shows thumbnails of a report's first photos. Requests them only if there are any, and once the row is visible. */
export function IreportListPhotos({ report: { id, photos } }: { report: Pick<IreportRow, "id" | "photos"> }) {
  const [stripRef, isVisible] = useIsVisible();
  const { data } = useQuery({ ...ireportListPhotosQuery(id), enabled: isVisible && photos > 0 });
  if (photos === 0) return <span className="text-muted">–</span>;
  const thumbnails = data ?? [];
  return (
    <span ref={stripRef} className="flex items-center gap-1">
      {Array.from({ length: Math.min(photos, MAX_PHOTOS_IN_LIST_ROW) }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: places for photos, which never change order
          key={index}
          className="flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken text-muted"
        >
          {thumbnails[index] ? (
            // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
            <img src={thumbnails[index]} alt="" className="size-full object-cover" />
          ) : (
            <Image className="size-4" aria-hidden="true" />
          )}
        </span>
      ))}
      <span className="ml-0.5 text-xs text-muted tabular-nums">
        {photos > MAX_PHOTOS_IN_LIST_ROW && <span aria-hidden="true">+{photos - MAX_PHOTOS_IN_LIST_ROW}</span>}
        <span className="sr-only">{pluralize(photos, "photo")}</span>
      </span>
    </span>
  );
}

/** Returns a ref, and whether its element has ever been visible. */
function useIsVisible() {
  const element = useRef<HTMLSpanElement>(null);
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    if (!element.current || isVisible) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsVisible(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isVisible]);
  return [element, isVisible] as const;
}
