import { CopyButton } from "@/components/common/copy-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { VERIFIED_FOR_DAYS } from "@/lib/contract/app-config.values";
import type { EmergencyNumber } from "@/lib/contract/app-config-numbers";
import { formatDay } from "@/lib/format";
import { categoryWords, WHOLE_STATE } from "./emergency-words";

type EmergencyRowProps = {
  number: EmergencyNumber;
  onVerify?: () => void;
  onChange?: () => void;
  onDelete?: () => void;
};

export function EmergencyRow({ number, onVerify, onChange, onDelete }: EmergencyRowProps) {
  const { name, verified_on, verified_by, unverified } = number;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-40 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-muted text-sm">
          {categoryWords(number.category)} · {number.lga ?? WHOLE_STATE}
        </p>
      </div>
      <p className="flex items-center gap-1 font-semibold tabular-nums">
        {number.number}
        <CopyButton value={number.number} label={`Copy ${number.number}`} />
      </p>
      <p className="w-56 text-sm max-md:w-full">
        {verified_on ? (
          <>
            Verified {formatDay(verified_on)}
            {verified_by && <span className="text-muted"> by {verified_by.name}</span>}
          </>
        ) : (
          <span className="text-muted">Never verified</span>
        )}
        {unverified && verified_on && (
          <span className="mt-1 block">
            <Badge tone="warning">Not verified for {VERIFIED_FOR_DAYS} days</Badge>
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-1">
        {onVerify && (
          <Button size="sm" aria-label={`Verify ${name}`} onClick={onVerify}>
            Verify
          </Button>
        )}
        {onChange && (
          <Button size="sm" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
        )}
        {onDelete && (
          <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
    </div>
  );
}
