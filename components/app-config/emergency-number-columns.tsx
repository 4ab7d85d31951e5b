import { CopyableText } from "@/components/common/copyable-text";
import type { TableColumn } from "@/components/common/table/column";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EMERGENCY_NUMBER_VERIFIED_DAYS } from "@/lib/contract/app-config.values";
import type { EmergencyNumber } from "@/lib/contract/app-config-emergency-numbers";
import { formatDay } from "@/lib/format";
import { emergencyCategoryLabel, WHOLE_STATE_LABEL } from "./emergency-number-words";

/** Returns the table columns of emergency numbers. @param onVerify omitted if the admin may not change numbers */
export const emergencyNumberColumns = (
  onVerify?: (number: EmergencyNumber) => void,
): readonly TableColumn<EmergencyNumber>[] => [
  {
    id: "name",
    header: "Name",
    cell: ({ name, category, lga }) => (
      <>
        <p className="text-base font-semibold">{name}</p>
        <p className="text-muted">
          {emergencyCategoryLabel(category)} · {lga ?? WHOLE_STATE_LABEL}
        </p>
      </>
    ),
  },
  {
    id: "number",
    header: "Number",
    width: "11rem",
    cell: ({ number }) => (
      <p className="text-base font-semibold tabular-nums">
        <CopyableText value={number} what={number} />
      </p>
    ),
  },
  {
    id: "verified",
    header: "Verified",
    width: "14rem",
    cell: ({ verified_on, verified_by, unverified }) =>
      verified_on ? (
        <>
          Verified {formatDay(verified_on)}
          {verified_by && (
            <span className="text-muted" title={verified_by.email}>
              {" "}
              by {verified_by.name}
            </span>
          )}
          {unverified && (
            <span className="mt-1 block">
              <Badge tone="warning">Not verified for {EMERGENCY_NUMBER_VERIFIED_DAYS} days</Badge>
            </span>
          )}
        </>
      ) : (
        <span className="text-muted">Never verified</span>
      ),
  },
  ...(onVerify
    ? [
        {
          id: "verify",
          header: "Verify",
          cell: (number: EmergencyNumber) => (
            <Button size="sm" aria-label={`Verify ${number.name}`} onClick={() => onVerify(number)}>
              Verify
            </Button>
          ),
        },
      ]
    : []),
];
