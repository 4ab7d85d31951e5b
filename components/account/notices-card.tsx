"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { FactList } from "@/components/common/fact-list";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { Skeleton } from "@/components/ui/skeleton";
import { NOTICE_KINDS, type NoticeChannel } from "@/lib/contract/notices.values";
import { noticePreferencesQuery } from "@/lib/queries/notices";
import { describeDigestHour } from "./notice-words";

const NoticePreferencesDialog = lazyWithPreload(() => import("./notices-dialog"), "NoticePreferencesDialog");

/** Shows by which channels the admin receives notices, with a button to change the channels. */
export function NoticePreferencesCard() {
  const preferences = useQuery(noticePreferencesQuery());
  const [isOpen, setIsOpen] = useState(false);
  const { data } = preferences;
  const countOn = (channel: NoticeChannel) => {
    const count = NOTICE_KINDS.filter((kind) => data?.kinds[kind][channel]).length;
    return count === 0 ? "Off" : `${count} of ${NOTICE_KINDS.length} kinds`;
  };
  return (
    <Card>
      <CardHeader title="Notices" description="What the bell shows you, and what is also pushed or mailed to you." />
      <div className="px-5 pb-5">
        {data ? (
          <>
            <FactList
              facts={[
                ["In the app", countOn("app")],
                ["Push", countOn("push")],
                ["Mail", countOn("mail")],
                ["Daily mail", describeDigestHour(data.digest_hour)],
              ]}
            />
            <Button
              className="mt-4"
              onPointerEnter={NoticePreferencesDialog.preload}
              onFocus={NoticePreferencesDialog.preload}
              onClick={() => setIsOpen(true)}
            >
              Change notices
            </Button>
          </>
        ) : preferences.isError ? (
          <LoadFailed
            message={preferences.error.message}
            busy={preferences.isFetching}
            onRetry={() => preferences.refetch()}
          />
        ) : (
          <Skeleton className="h-32" />
        )}
      </div>
      {isOpen && data && (
        <Suspense>
          <NoticePreferencesDialog preferences={data} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
