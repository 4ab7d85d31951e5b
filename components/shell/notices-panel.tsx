"use client";

import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, type RefObject, useState } from "react";
import { FreeText } from "@/components/common/free-text";
import { RelativeTime } from "@/components/common/relative-time";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { PopoverPanel } from "@/components/ui/popover-panel";
import { Skeleton } from "@/components/ui/skeleton";
import type { Notice, NoticesSeen } from "@/lib/contract/notices";
import { NOTICE_VIEWS, type NoticeView } from "@/lib/contract/notices.values";
import { noticesQuery, readAllNoticesMutation, readNoticeMutation } from "@/lib/queries/notices";
import { unreadNoticeCountQuery } from "@/lib/queries/notices-unread";

/** Media query of windows so narrow that the panel is a drawer (Tailwind's `sm`). */
const PHONE_QUERY = "(max-width: 40rem)";

type PanelProps = { anchor: RefObject<HTMLButtonElement | null>; onClose: () => void };

/** Renders the notices beside the bell, or in a drawer on a phone. */
export function NoticesPanel({ anchor, onClose }: PanelProps) {
  const [isPhone] = useState(() => window.matchMedia(PHONE_QUERY).matches);
  if (isPhone)
    return (
      <Dialog open onOpenChange={onClose} title="Notices" side="right">
        <Notices onClose={onClose} />
      </Dialog>
    );
  return (
    <PopoverPanel anchor={anchor} label="Notices" align="end" onClose={onClose}>
      <div className="w-104 max-w-full p-2">
        <Notices onClose={onClose} heading={<h2 className="text-lg font-bold">Notices</h2>} />
      </div>
    </PopoverPanel>
  );
}

const VIEW_LABELS: Record<NoticeView, string> = { all: "All", unread: "Unread" };
const EMPTY_TEXTS: Record<NoticeView, string> = {
  all: "Notices appear here: requests for your approval, work that is assigned to you, mentions and more.",
  unread: "You have read all notices.",
};

function Notices({ onClose, heading }: { onClose: () => void; heading?: ReactNode }) {
  const client = useQueryClient();
  const [view, setView] = useState<NoticeView>("all");
  const notices = useInfiniteQuery(noticesQuery(view));
  const readAll = useMutation(readAllNoticesMutation(client));
  const newest = notices.data?.pages[0];
  // Refetches the count with the list: otherwise the bell and "Mark all as read" could miss notices of the last minute.
  const unreadCount = useQuery({ ...unreadNoticeCountQuery(), refetchOnMount: "always" }).data?.unread;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {heading}
        <Button
          variant="ghost"
          size="sm"
          busy={readAll.isPending}
          disabled={unreadCount === 0 || !newest?.items.length}
          onClick={() => newest && readAll.mutate(seenOf(newest))}
        >
          Mark all as read
        </Button>
      </div>
      <fieldset className="mt-1 mb-2 flex gap-1">
        <legend className="sr-only">Show</legend>
        {NOTICE_VIEWS.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={each === view ? "secondary" : "ghost"}
            aria-pressed={each === view}
            onClick={() => setView(each)}
          >
            {VIEW_LABELS[each]}
          </Button>
        ))}
      </fieldset>
      <NoticeList notices={notices} emptyText={EMPTY_TEXTS[view]} onClose={onClose} />
      <p className="border-t border-border pt-2 text-sm">
        <HoverLink
          href="/dashboard/account"
          onClick={onClose}
          className="rounded-sm font-semibold text-primary hover:underline"
        >
          Choose which notices you receive
        </HoverLink>
      </p>
    </>
  );
}

type Page = { items: Notice[]; total: number };

/** Returns which notices "Mark all as read" covers: the notices of the loaded newest page, and all older notices. */
const seenOf = ({ items, total }: Page): NoticesSeen => ({
  shown: items.map(({ id }) => id),
  and_older: items.length < total,
});

const noticesOf = (data: InfiniteData<Page, unknown> | undefined) => data?.pages.flatMap(({ items }) => items) ?? [];

type ListProps = {
  notices: Pick<
    ReturnType<typeof useInfiniteQuery<Page>>,
    "data" | "isError" | "error" | "isFetching" | "isFetchingNextPage" | "hasNextPage" | "refetch" | "fetchNextPage"
  >;
  emptyText: string;
  onClose: () => void;
};

function NoticeList({ notices, emptyText, onClose }: ListProps) {
  const { data, isError, error, isFetching } = notices;
  if (!data && isError)
    return <LoadFailed message={error?.message ?? ""} busy={isFetching} onRetry={() => notices.refetch()} />;
  if (!data) return <Skeleton className="my-2 h-40" />;
  const items = noticesOf(data);
  return (
    <>
      {items.length === 0 && <p className="px-2 py-6 text-center text-balance text-muted">{emptyText}</p>}
      <ul className="mb-2 divide-y divide-border">
        {items.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onClose={onClose} />
        ))}
      </ul>
      {notices.hasNextPage && (
        <Button
          className="mb-2 w-full"
          size="sm"
          busy={notices.isFetchingNextPage}
          onClick={() => notices.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  );
}

/** Opens the record and marks the notice as read. A notice without a page is only marked. */
function NoticeRow({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const client = useQueryClient();
  const read = useMutation(readNoticeMutation(client));
  const isUnread = notice.read_at === null;
  const markRead = () => isUnread && read.mutate(notice.id);
  const className =
    "flex w-full items-start gap-2.5 rounded-md px-2 py-2.5 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-2";
  const content = (
    <>
      <span
        aria-hidden="true"
        className={clsx("mt-1.5 size-2 shrink-0 rounded-full", isUnread ? "bg-primary" : "bg-transparent")}
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={isUnread ? "font-bold" : "font-semibold"}>
            {isUnread && <span className="sr-only">Unread: </span>}
            {notice.title}
          </span>
          <span className="text-sm text-muted">
            <RelativeTime at={notice.created_at} />
          </span>
        </span>
        <FreeText className="block text-sm text-muted">{notice.text}</FreeText>
      </span>
    </>
  );
  return (
    <li>
      {notice.url === null ? (
        <button type="button" onClick={markRead} className={className}>
          {content}
        </button>
      ) : (
        <HoverLink
          href={notice.url}
          onClick={() => {
            markRead();
            onClose();
          }}
          className={className}
        >
          {content}
        </HoverLink>
      )}
    </li>
  );
}
