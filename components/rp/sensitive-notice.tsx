"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { Alert } from "@/components/ui/alert";
import type { Grant } from "@/lib/contract/access";
import { sensitiveInWords } from "./rp-words";
import { SetupKeyField, useOnlyFull } from "./setup-key-field";

/** Lists the sensitive rights that a change gives. Asks for a reason for the approver, or for the setup key. */
export function SensitiveNotice({ rights }: { rights: readonly Grant[] }) {
  const isSensitive = rights.length > 0;
  const onlyFull = useOnlyFull(isSensitive);
  return (
    <>
      {isSensitive && (
        <Alert tone="warning" title="These rights need a second admin">
          <ul>
            {sensitiveInWords(rights).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <p className="mt-1 font-normal">
            {onlyFull
              ? "You are the only full administrator, so nobody can approve this. It needs the setup key, and full administrators are notified by mail."
              : "They take effect once another admin who has them approves."}
          </p>
        </Alert>
      )}
      {isSensitive && onlyFull === false && (
        <TextAreaField name="reason" label="Reason, shown to the approver" optional max={400} rows={2} />
      )}
      <SetupKeyField needed={isSensitive && onlyFull} />
    </>
  );
}
