"use client";

import { useEffect, useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { Skeleton } from "@/components/ui/skeleton";
import type { WordDiffPart } from "./word-diff-parts";

type WordDiffProps = { before: string; after: string };

/** Shows the difference of two texts: removed words are struck through, added words are underlined. */
export function WordDiff({ before, after }: WordDiffProps) {
  const [parts, setParts] = useState<WordDiffPart[] | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void import("./word-diff-parts").then(
      ({ wordDiffParts }) => !isUnmounted && setParts(wordDiffParts(before, after)),
    );
    return () => {
      isUnmounted = true;
    };
  }, [before, after]);
  if (!parts) return <Skeleton className="h-10" />;
  return (
    <FreeText as="p" lines className="text-sm">
      {parts.map(({ kind, text }, index) => {
        const key = `${index}-${kind}`;
        if (kind === "removed")
          return (
            <del key={key} className="rounded-sm bg-danger-soft text-danger">
              {text}
            </del>
          );
        if (kind === "added")
          return (
            <ins key={key} className="rounded-sm bg-success-soft text-success underline">
              {text}
            </ins>
          );
        if (kind === "folded")
          return (
            <span key={key} className="text-muted">
              {` … ${text} … `}
            </span>
          );
        return <span key={key}>{text}</span>;
      })}
    </FreeText>
  );
}
