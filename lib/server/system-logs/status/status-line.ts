import "server-only";
import type { SystemPartStatus } from "@/lib/contract/system-logs";
import type { SystemPartState } from "@/lib/contract/system-logs.values";
import type { OperationOutcomeRow } from "@/lib/server/status/read-outcomes";

/** A line of System Status without the name of its part. */
export type StatusLineContent = Omit<SystemPartStatus, "part">;
type LineDetails = {
  facts?: SystemPartStatus["facts"];
  /** Next step, and the heading in docs/operations.md or docs/monitoring.md that describes it; null if there is nothing to do. */
  next?: { text: string; document: string } | null;
  failingSince?: Date | null;
  lastSuccessAt?: Date | null;
};

/** Builds a line of "System Status". */
export const toStatusLine = (state: SystemPartState, details: LineDetails): StatusLineContent => ({
  state,
  failing_since: details.failingSince?.toISOString() ?? null,
  last_success_at: details.lastSuccessAt?.toISOString() ?? null,
  facts: details.facts ?? [],
  next: details.next ?? null,
});

/** Returns path, section and chapter of a document: `docs/operations.md, Settings: APP_ORIGIN`. */
export const documentationPathOf = (kind: "setting" | "trouble" | "part", chapter: string) =>
  ({
    setting: `docs/operations.md, Settings: ${chapter}`,
    trouble: `docs/operations.md, When something goes wrong: ${chapter}`,
    part: `docs/monitoring.md, System Status: ${chapter}`,
  })[kind];

/** Returns the last error of a failing operation as a fact to show; nothing if the operation works. */
export const lastErrorFacts = (outcome: OperationOutcomeRow | undefined) =>
  outcome?.failingSince && outcome.lastError ? [{ label: "Last error", value: outcome.lastError }] : [];
