import { DateTime } from "@/components/common/date-time";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { ApplicationSingle } from "@/lib/contract/grant-applications";
import { adminWords } from "@/lib/format";

/** What was asked besides, and what the applicant answered. */
export function ApplicationQuestion({ application }: { application: ApplicationSingle }) {
  const { question, reply, waits_for_applicant: waits } = application;
  if (!question) return null;
  return (
    <Card>
      <CardHeader title="More information" actions={waits && <Badge tone="primary">Waiting for applicant</Badge>} />
      <div className="space-y-3 px-5 pb-5 text-sm">
        <div>
          <p className="break-words whitespace-pre-wrap">{question.text}</p>
          <p className="text-muted">
            {adminWords(question.asked_by)} · <DateTime at={question.asked_at} />
          </p>
        </div>
        {reply && (
          <div className="border-l-2 border-primary pl-3">
            <p className="font-medium break-words whitespace-pre-wrap">{reply.text}</p>
            <p className="text-muted">
              {application.applicant.name} · <DateTime at={reply.at} />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
