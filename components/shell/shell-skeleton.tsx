import { clsx } from "clsx";
import { Skeleton } from "@/components/ui/skeleton";
import type { RowPreview } from "@/lib/client/navigation-start";
import type { SidebarMode } from "@/lib/client/preferences";
import { LogoMark } from "./logo";

const SIDEBAR_ENTRY_KEYS = ["a", "b", "c", "d", "e", "f"];

/** Renders the shell in its real dimensions while profile and access load. */
export function ShellSkeleton({ sidebarMode }: { sidebarMode: SidebarMode }) {
  const collapsed = sidebarMode === "collapsed";
  return (
    <div className="flex min-h-dvh" role="status">
      <span className="sr-only">Loading…</span>
      <div
        className={clsx(
          "sticky top-0 h-dvh shrink-0 border-r border-border bg-surface max-md:hidden",
          collapsed ? "w-20" : "w-72",
        )}
      >
        <div className="flex h-21 items-center px-5.5">
          <LogoMark />
        </div>
        <div className="space-y-1 px-3.5 py-4">
          {SIDEBAR_ENTRY_KEYS.map((entry) => (
            <div key={entry} className="flex h-11 items-center gap-3 px-3.5">
              <Skeleton className="size-5" />
              {!collapsed && <Skeleton className="h-4 flex-1" />}
            </div>
          ))}
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-21 items-center gap-5 border-b border-border bg-surface px-4 md:px-8">
          <Skeleton className="h-11 w-full max-w-md rounded-lg" />
          <span className="flex-1" />
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-9 w-24 max-sm:hidden" />
        </div>
        <div className="mx-auto w-full max-w-[100rem] flex-1 px-4 py-6 md:px-8">
          <PageSkeleton />
        </div>
      </div>
    </div>
  );
}

/** Renders placeholders for a page with a heading and a table. @param preview texts of the list row from which the record is opened */
export function PageSkeleton({ preview = null }: { preview?: RowPreview | null }) {
  return (
    <div>
      {preview ? (
        <>
          <p className="truncate text-2xl font-extrabold tracking-tight">{preview.title}</p>
          <p className="mt-1 wrap-anywhere text-muted">{preview.details.join(" · ")}</p>
        </>
      ) : (
        <Skeleton className="h-8 w-56" />
      )}
      <Skeleton className="mt-6 h-9 w-full max-w-lg" />
      <Skeleton className="mt-4 h-96 w-full rounded-lg" />
    </div>
  );
}
