"use client";

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { PAGE_SIZES } from "@/lib/client/list-params";
import { formatCount, formatTotal } from "@/lib/format";

type PagerProps = {
  page: number;
  size: number;
  shown: number;
  total: number;
  totalIsCapped: boolean;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

/** Where one is in the list. Above the cap nobody counted, so there is no last page to go to. */
export function Pager({ page, size, shown, total, totalIsCapped, onPage, onSize }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / size));
  const hasNext = totalIsCapped ? shown === size : page < last;
  const first = (page - 1) * size + 1;
  const range = shown === 0 ? "0" : `${formatCount(first)}–${formatCount(first + shown - 1)}`;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-sm text-muted">
      <p role="status" className="tabular-nums">
        <span className="font-semibold text-foreground">{range}</span> of {formatTotal(total, totalIsCapped)}
      </p>
      <div className="ml-auto flex items-center gap-2">
        <span aria-hidden="true" className="max-sm:hidden">
          Rows per page
        </span>
        <Select
          dense
          aria-label="Rows per page"
          options={SIZES}
          value={String(size)}
          onChange={(event) => onSize(Number(event.target.value))}
          className="w-18"
        />
      </div>
      <div className="flex gap-1">
        <Button variant="ghost" size="icon-sm" aria-label="First page" disabled={page === 1} onClick={() => onPage(1)}>
          <ChevronFirst aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Previous page"
          disabled={page === 1}
          onClick={() => onPage(page - 1)}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Next page"
          disabled={!hasNext}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
        {!totalIsCapped && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Last page"
            disabled={page >= last}
            onClick={() => onPage(last)}
          >
            <ChevronLast aria-hidden="true" />
          </Button>
        )}
      </div>
    </nav>
  );
}
