import { FreeText } from "@/components/common/free-text";
import { Card, CardHeader } from "@/components/ui/card";
import type { ApplicationDetails } from "@/lib/contract/grant-applications";

type Answer = ApplicationDetails["answers"][number];

const formatAnswer = ({ kind, answer }: Answer): string | null =>
  kind === "yes_no" && answer ? (/^(yes|true)$/i.test(answer) ? "Yes" : "No") : answer;

/** Lists the applicant's answers to the programme's questions. */
export function ApplicationAnswers({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Answers" />
      <dl className="space-y-3 px-5 pb-5 text-sm">
        {answers.map((each) => (
          <div key={each.question_id}>
            <dt className="text-muted">{each.label}</dt>
            <FreeText as="dd" lines className="font-medium">
              {formatAnswer(each) ?? <span className="font-normal text-muted">Not answered</span>}
            </FreeText>
          </div>
        ))}
      </dl>
    </Card>
  );
}
