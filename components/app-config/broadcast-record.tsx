"use client";

import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { FactList } from "@/components/common/fact-list";
import { FreeText } from "@/components/common/free-text";
import { HistoryCard } from "@/components/common/history/timeline";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { adminLabel, formatDateTime } from "@/lib/format";
import { useCancelApproval } from "@/lib/queries/approvals";
import { useBroadcastImage } from "./broadcast-image";
import { BroadcastResults } from "./broadcast-results";
import { NotificationPhonePreview } from "./phone-preview";
import { useBroadcastDestinationText } from "./use-broadcast-words";

/** Renders a notification that is no longer a draft: message, state and history. */
export function BroadcastDetails({ broadcast }: { broadcast: BroadcastWithFigures }) {
  const images = useBroadcastImage(broadcast.image_id);
  const destination = useBroadcastDestinationText(broadcast.destination);
  const { note, state, scheduled_for } = broadcast;
  return (
    <>
      <div className="mb-5 space-y-3 empty:hidden">
        {broadcast.awaiting && <AwaitingApproval awaiting={broadcast.awaiting} />}
        {note && <Alert tone="warning">{note}</Alert>}
        {state === "scheduled" && scheduled_for && (
          <Alert>It is sent {formatDateTime(scheduled_for)}, Lagos time.</Alert>
        )}
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="min-w-0 space-y-5">
          {broadcast.started_at && <BroadcastResults broadcast={broadcast} />}
          <Card>
            <CardHeader title="Message" />
            <div className="px-5 pb-5">
              <FactList
                facts={[
                  ["Title", broadcast.title],
                  [
                    "Text",
                    <FreeText key="text" lines>
                      {broadcast.text}
                    </FreeText>,
                  ],
                  ["A tap opens", destination],
                  ["Audience", broadcast.audience_words],
                  // Omits the email option for audiences by language, whose members all have a device.
                  broadcast.audience.kind !== "languages" && [
                    "Without a device",
                    broadcast.mail_without_device ? "Get an email" : "Not notified",
                  ],
                  ["Created by", adminLabel(broadcast.created_by)],
                ]}
              />
            </div>
          </Card>
          <HistoryCard title="History" entries={broadcast.timeline} />
        </div>
        <Card className="xl:sticky xl:top-26">
          <CardHeader title="Preview" description="On a locked phone" />
          <div className="px-5 pb-5">
            <NotificationPhonePreview
              title={broadcast.title}
              text={broadcast.text}
              image={broadcast.image_id ? images.urlOf(broadcast.image_id) : undefined}
            />
          </div>
        </Card>
      </div>
    </>
  );
}

function AwaitingApproval({ awaiting }: { awaiting: NonNullable<BroadcastWithFigures["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in App Configurations"
      {...withdrawal}
    />
  );
}
