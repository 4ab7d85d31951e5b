import { Star } from "lucide-react";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { IreportDetails } from "@/lib/contract/ireport";
import { recordUrl } from "@/lib/contract/records";
import { rejectionReasonLabel } from "./ireport-record-words";

/** Shows the outcome of a closed report and the citizen's rating. */
export function IreportOutcome({ report }: { report: IreportDetails }) {
  const { state, original, rejection, rating, reopen_until } = report;
  if (state !== "resolved" && state !== "rejected" && state !== "duplicate") return null;
  const last = report.messages.findLast(({ kind }) => kind === "resolution" || kind === "rejection");
  return (
    <Card className="mb-5 space-y-1 px-5 py-4" aria-label="Outcome">
      {state === "duplicate" && (
        <p>
          <span className="font-bold">Duplicate of</span>{" "}
          {original ? (
            <>
              <HoverLink
                href={recordUrl("ireport", original.id)}
                className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
              >
                {original.number}
              </HoverLink>{" "}
              {original.title}
            </>
          ) : (
            "a report that you may not see"
          )}
          . Its reporter gets the updates on the original.
        </p>
      )}
      {state !== "duplicate" && (
        <p>
          <span className="font-bold">{state === "resolved" ? "Resolved" : "Rejected"}</span>
          {last?.by && (
            <>
              {" "}
              by <span className="font-semibold">{last.by.name}</span>{" "}
              <FreeText className="text-muted">({last.by.email})</FreeText>
            </>
          )}
          , <DateTime at={last?.at ?? report.state_since} />
          {state === "rejected" && rejection && <> · {rejectionReasonLabel(rejection)}</>}
          {reopen_until && (
            <span className="text-muted">
              {" "}
              · can be reopened until <DateTime at={reopen_until} />
            </span>
          )}
        </p>
      )}
      {last && state !== "duplicate" && (
        <FreeText as="p" lines className="text-muted">
          {last.text}
        </FreeText>
      )}
      {rating && <CitizenRating rating={rating} />}
    </Card>
  );
}

function CitizenRating({ rating: { stars, comment, at } }: { rating: NonNullable<IreportDetails["rating"]> }) {
  return (
    <div className="pt-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <span role="img" aria-label={`Rated ${stars} of 5 stars`} className="inline-flex text-warning">
          {[1, 2, 3, 4, 5].map((star) => (
            <Star key={star} aria-hidden="true" className={star <= stars ? "size-4 fill-current" : "size-4"} />
          ))}
        </span>
        <span className="text-muted">
          Citizen's rating, <DateTime at={at} />
        </span>
      </p>
      {comment && (
        <FreeText as="p" lines className="mt-1">
          {comment}
        </FreeText>
      )}
    </div>
  );
}
