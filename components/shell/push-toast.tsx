"use client";

import { useRouter } from "next/navigation";
import type { PushMessage } from "@/lib/client/push/message";
import { toast } from "@/lib/client/toast";

/** Display time of a push notification's toast in ms (specification section 9). The toast also has a close button. */
const TOAST_DURATION_MS = 120_000;

/** Shows a push notification as a toast. Two notifications about the same record share one toast. */
export function showPushToast(push: PushMessage): void {
  toast(<PushToast push={push} />, { id: push.tag, duration: TOAST_DURATION_MS });
}

function PushToast({ push }: { push: PushMessage }) {
  const router = useRouter();
  const view = () => {
    toast.dismiss(push.tag);
    router.push(push.path);
  };
  return (
    <>
      <p className="font-bold">{push.title}</p>
      {push.body && <p className="mt-0.5 text-muted">{push.body}</p>}
      <button
        type="button"
        onClick={view}
        className="mt-2.5 h-8 rounded-md bg-info px-3.5 text-sm font-semibold text-surface transition-opacity hover:opacity-90"
      >
        View
      </button>
    </>
  );
}
