"use client";

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { ListResponse } from "@/lib/contract/common";
import { PAGE_SIZES } from "@/lib/contract/list.values";
import { formatCount, formatTotal } from "@/lib/format";

type TablePagerProps = {
  /** Requested page, from 1. While it loads, the rows on screen may be those of the previous page. */
  page: number;
  data: ListResponse<unknown>;
  /** Called with the new page. `byPointer` is false after a key press; the list must not scroll then. */
  onPage: (page: number, byPointer: boolean) => void;
  onSize: (size: number) => void;
};

const PAGE_SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** Renders the range of rows and the page buttons. A capped total has no last page. */
export function TablePager({ page, data, onPage, onSize }: TablePagerProps) {
  const { items, size, total, totalIsCapped } = data;
  const first = data.page * size + 1;
  const last = Math.max(1, Math.ceil(total / size));
  const hasNext = totalIsCapped ? items.length === size : page < last;

  const step = (label: string, Icon: LucideIcon, targetPage: number, enabled: boolean) => (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      // Avoids `disabled`, because a disabled button loses the focus on the last page.
      aria-disabled={!enabled}
      onClick={(event) => enabled && onPage(targetPage, event.detail > 0)}
    >
      <Icon aria-hidden="true" />
    </Button>
  );

  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm text-muted">
      <p role="status" className="tabular-nums">
        <span className="font-semibold text-foreground">
          {formatCount(first)}–{formatCount(first + items.length - 1)}
        </span>{" "}
        of {formatTotal(total, totalIsCapped)}
      </p>
      <div className="ml-auto flex items-center gap-2">
        <span aria-hidden="true" className="max-sm:hidden">
          Rows per page
        </span>
        <Select
          dense
          aria-label="Rows per page"
          options={PAGE_SIZE_OPTIONS}
          value={String(size)}
          onChange={(event) => onSize(Number(event.target.value))}
          className="w-18"
        />
      </div>
      <div className="flex gap-1">
        {step("First page", ChevronFirst, 1, page > 1)}
        {step("Previous page", ChevronLeft, page - 1, page > 1)}
        {step("Next page", ChevronRight, page + 1, hasNext)}
        {!totalIsCapped && step("Last page", ChevronLast, last, page < last)}
      </div>
    </nav>
  );
}
