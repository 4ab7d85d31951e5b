import "server-only";
import type { Queryable } from "@/lib/server/db/client";
import { readLastVerification } from "@/lib/server/status/last-verification";
import { readOperationOutcomes } from "@/lib/server/status/read-outcomes";
import { documentationPathOf, lastErrorFacts, type StatusLineContent, toStatusLine } from "./status-line";

/** Age in ms after which a backup is too old: two days. */
const BACKUP_AGE_MS = 2 * 86_400_000;
/** Age in ms after which a verification of ledger and audit trail is too old: 35 days. */
const VERIFICATION_AGE_MS = 35 * 86_400_000;

const isOlderThan = (at: Date | null | undefined, ms: number) => !at || Date.now() - at.getTime() > ms;

type Fault = { result: string; badRow: string | null };
const describeFault = ({ result, badRow }: Fault) => (badRow ? `${badRow}: ${result}` : result);

/** Reads when ledger and audit trail were last verified, and the results. */
export async function verificationLine(db: Queryable): Promise<StatusLineContent> {
  const ledger = await readLastVerification(db, "ledger");
  const chain = await readLastVerification(db, "chain");
  const toFact = (label: string, last: typeof ledger) => ({
    label,
    value: last ? (last.isOk ? last.at.toISOString() : describeFault(last)) : "Never verified",
  });
  const facts = [toFact("Ledger", ledger), toFact("Audit trail", chain)];
  // Shows the older of the two verifications, because both parts were verified up to that time.
  const lastSuccessAt =
    ledger?.isOk && chain?.isOk ? new Date(Math.min(ledger.at.getTime(), chain.at.getTime())) : null;
  const hasFault = [ledger, chain].some((last) => last && !last.isOk);
  if (hasFault)
    return toStatusLine("failing", {
      facts,
      next: {
        text: "Treat this as an incident, unless a backup was restored.",
        document: documentationPathOf("trouble", "“Verify” names a row"),
      },
    });
  const isDue = [ledger, chain].some((last) => isOlderThan(last?.at, VERIFICATION_AGE_MS));
  return toStatusLine(isDue ? "due" : "working", {
    facts,
    lastSuccessAt,
    next: isDue
      ? {
          text: "Press “Verify” in System Wallet and on the audit trail once a month.",
          document: documentationPathOf("part", "verification"),
        }
      : null,
  });
}

/** Reads the last backup. Backup jobs record it with one SQL statement (docs/monitoring.md). */
export async function backupLine(db: Queryable): Promise<StatusLineContent> {
  const [backup] = await readOperationOutcomes(db, "backup");
  const document = documentationPathOf("part", "backup");
  if (!backup)
    return toStatusLine("not_set_up", {
      next: { text: "No backup was recorded. Set up a daily backup, and let it record itself.", document },
    });
  const { failingSince, lastSuccessAt } = backup;
  if (failingSince || isOlderThan(lastSuccessAt, BACKUP_AGE_MS))
    return toStatusLine("failing", {
      facts: lastErrorFacts(backup),
      failingSince,
      lastSuccessAt,
      next: { text: "Check the job that makes backups: the last one is too old or failed.", document },
    });
  return toStatusLine("working", { lastSuccessAt });
}
