"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { rememberListWindow, showNewListRows } from "@/lib/client/list-window";
import { MAX_NEWER_COUNT } from "@/lib/contract/list.values";
import type { TableRowsQuery } from "./data-table";

/** Interval in ms at which the rows and the number of newer rows are refetched. */
const POLL_INTERVAL_MS = 30_000;

type NewerRowsProps = {
  query: TableRowsQuery<unknown>;
  data: NonNullable<TableRowsQuery<unknown>["data"]>;
  /** Opens the first page. Moves the focus to the table, because the button disappears. */
  onShow: () => void;
};

/**
 * Renders the button "3 new" above a list that is sorted newest first. Newer rows appear only on click, so that no row moves while
 * an admin reads or is about to click. The button overlaps the table for the same reason.
 */
export function NewerRowsButton({ query, data, onShow }: NewerRowsProps) {
  const client = useQueryClient();
  const [isPressed, setIsPressed] = useState(false);
  const { isPlaceholderData, isFetching, refetch } = query;
  useEffect(() => {
    if (isPlaceholderData) return;
    rememberListWindow(client, data);
    setIsPressed(false);
  }, [client, data, isPlaceholderData]);
  useEffect(() => {
    if (isFetching) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && navigator.onLine) refetch();
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isFetching, refetch]);

  const newerCount = isPlaceholderData || (isPressed && !query.isError) ? 0 : (data.newer ?? 0);
  const show = () => {
    setIsPressed(true);
    showNewListRows(client, data);
    onShow();
  };
  return (
    <>
      {newerCount > 0 && (
        <Button
          size="sm"
          onClick={show}
          className="absolute -top-3 left-1/2 z-20 h-6! -translate-x-1/2 rounded-full! px-2.5! text-xs! text-primary! shadow-card after:absolute after:-inset-x-2 after:inset-y-0"
        >
          <ArrowUp aria-hidden="true" />
          <span>
            <span className="sr-only">Show </span>
            {newerCount < MAX_NEWER_COUNT ? newerCount : `${MAX_NEWER_COUNT - 1}+`} new
          </span>
        </Button>
      )}
      {/* Announces the same text for any number, because a busy list would interrupt screen readers every 30 s. */}
      <p aria-live="polite" className="sr-only">
        {newerCount > 0 && "New rows have arrived. The button above the rows shows them."}
      </p>
    </>
  );
}
