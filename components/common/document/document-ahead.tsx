"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { DocumentQuery } from "./document-pane";
import { useObjectUrl } from "./object-url";

/** Loads a document that will probably be shown next, and keeps its picture decoded: to show it then takes no time. */
export function DocumentAhead({ query }: { query: DocumentQuery }) {
  const drawn = useObjectUrl(useQuery(query).data);
  useEffect(() => {
    if (!drawn) return;
    let picture: HTMLImageElement | undefined = Object.assign(new Image(), { src: drawn });
    // One that can't be drawn says so where it is shown.
    picture.decode().catch(() => {});
    return () => {
      picture = undefined;
    };
  }, [drawn]);
  return null;
}
