"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentPageQuery } from "./document-pane";
import { useObjectUrl } from "./object-url";

/** Preloads the document that is likely to be shown next, and keeps its image decoded, so that it appears immediately. */
export function PreloadDocument({ query }: { query: DocumentPageQuery }) {
  const url = useObjectUrl(useQuery(query).data);
  useEffect(() => {
    if (!url) return;
    let picture: HTMLImageElement | undefined = Object.assign(new Image(), { src: url });
    // Ignores a broken image: its error is shown when the document is opened.
    picture.decode().catch(() => {});
    return () => {
      picture = undefined;
    };
  }, [url]);
  return null;
}
