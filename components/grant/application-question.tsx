import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";
import { adminLabel } from "@/lib/format";

/** Shows the request for more information that was sent to the applicant, and the applicant's reply. */
export function ApplicationInfoRequest({ application }: { application: ApplicationDetails }) {
  const { question, reply, waits_for_applicant: isWaiting } = application;
  if (!question) return null;
  return (
    <Card>
      <CardHeader title="More information" actions={isWaiting && <Badge tone="primary">Waiting for applicant</Badge>} />
      <div className="space-y-3 px-5 pb-5 text-sm">
        <div>
          <FreeText as="p" lines>
            {question.text}
          </FreeText>
          <p className="text-muted">
            {adminLabel(question.asked_by)} · <DateTime at={question.asked_at} />
          </p>
        </div>
        {reply && (
          <div className="border-l-2 border-primary pl-3">
            <FreeText as="p" lines className="font-medium">
              {reply.text}
            </FreeText>
            <p className="text-muted">
              {application.applicant.name} · <DateTime at={reply.at} />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
