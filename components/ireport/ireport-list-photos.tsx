"use client";

import { useQuery } from "@tanstack/react-query";
import { Image } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IREPORT_LIST_PHOTOS } from "@/lib/contract/ireport.values";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { pluralize } from "@/lib/format";
import { ireportListPhotosQuery } from "@/lib/queries/ireport-list-photos";

/** Shows thumbnails of the first photos. Requests them only if there are any and once the row is visible. */
export function IreportListPhotos({ report: { id, photos } }: { report: Pick<IreportRow, "id" | "photos"> }) {
  const [strip, seen] = useSeen();
  const { data } = useQuery({ ...ireportListPhotosQuery(id), enabled: seen && photos > 0 });
  if (photos === 0) return <span className="text-muted">–</span>;
  const pictures = data ?? [];
  return (
    <span ref={strip} className="flex items-center gap-1">
      {Array.from({ length: Math.min(photos, IREPORT_LIST_PHOTOS) }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: places for photos, which never change order
          key={at}
          className="flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken text-muted"
        >
          {pictures[at] ? (
            // biome-ignore lint/performance/noImgElement: the bytes are in memory already, no optimiser may see them
            <img src={pictures[at]} alt="" className="size-full object-cover" />
          ) : (
            <Image className="size-4" aria-hidden="true" />
          )}
        </span>
      ))}
      <span className="ml-0.5 text-xs text-muted tabular-nums">
        {photos > IREPORT_LIST_PHOTOS && <span aria-hidden="true">+{photos - IREPORT_LIST_PHOTOS}</span>}
        <span className="sr-only">{pluralize(photos, "photo")}</span>
      </span>
    </span>
  );
}

/** Returns a ref, and whether its element has ever been visible. */
function useSeen() {
  const element = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || seen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen]);
  return [element, seen] as const;
}
