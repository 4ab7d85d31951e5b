import "server-only";
import { type CorrectedValues, correctionPayload, describeCorrection } from "@/lib/server/citizen-data/correction";
import { describeErasure } from "@/lib/server/citizen-data/erase";
import { describeDataCopy } from "@/lib/server/citizen-data/request-copy";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { userRecordRef } from "@/lib/server/user/single";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { DAY_MS, HOUR_MS, type SeedClock } from "./clock";
import { type DemoCitizen, USER_COUNT } from "./people";
import { seedId } from "./random";

type Approval = typeof approvals.$inferInsert;
type DataRequests = { rows: Approval[]; actions: DemoAuditAction[] };

type Story = {
  kind: "user.correct" | "user.exportData" | "user.eraseData";
  person: DemoCitizen;
  /** Requesting admin. Only the owner may request copies and erasures. */
  by: "owner" | "support";
  /** Times of the request and its decision, in ms before now; `decided` is omitted for a pending request. */
  asked: number;
  decided?: number;
  change: string;
  payload?: Approval["payload"];
  reason: string;
};

/** Finds a citizen in the second half of the list, because tests use the first rows of lists and expect no data requests there. */
function personWith(people: readonly DemoCitizen[], matches: (person: DemoCitizen) => boolean): DemoCitizen {
  const person = people.slice(USER_COUNT / 2).find(matches) ?? people.find(matches);
  if (!person) throw new Error("No demo citizen fits.");
  return person;
}

function correctionOf(from: CorrectedValues, to: CorrectedValues, evidence: string): Pick<Story, "change" | "payload"> {
  return { change: describeCorrection(from, to), payload: correctionPayload.parse({ from, to, evidence }) };
}

/** Returns requests about citizens' data: one pending request of each kind, and a correction that was decided long ago. */
export function buildCitizenDataRequests(clock: SeedClock, people: readonly DemoCitizen[]): DataRequests {
  const corrected = personWith(people, ({ status, tier }) => status === "active" && tier === 1);
  const reader = personWith(people, ({ status, tier }) => status === "active" && tier === 2);
  const closed = personWith(people, ({ status, tier }) => status === "closed" && tier === 0);
  // This citizen's correction was decided longer ago than the retention period, so that the list of old data has a row to remove.
  const longAgo = people.slice(USER_COUNT / 5).find(({ status, tier }) => status === "active" && tier === 1);
  if (!longAgo) throw new Error("No demo citizen fits.");
  const stories: Story[] = [
    {
      ...{ kind: "user.correct", person: longAgo, by: "support", asked: 420 * DAY_MS, decided: 419 * DAY_MS },
      ...correctionOf({ email: `old-${longAgo.email}` }, { email: longAgo.email }, ""),
      reason: "The address had a typing error; the citizen wrote from the right one.",
    },
    {
      ...{ kind: "user.correct", person: corrected, by: "support", asked: 20 * HOUR_MS },
      ...correctionOf({ phone: corrected.phone }, { phone: "+2348090009001" }, "Affidavit of the High Court, Calabar"),
      reason: "Lost the SIM card and has a new number.",
    },
    {
      ...{ kind: "user.exportData", person: reader, by: "owner", asked: 9 * HOUR_MS },
      change: describeDataCopy(),
      reason: "Asked for it at the counter, with an identity card.",
    },
    {
      ...{ kind: "user.eraseData", person: closed, by: "owner", asked: 30 * HOUR_MS },
      change: describeErasure(["contact_details", "identity"]),
      reason: "Closed the account and asked by mail to be forgotten.",
    },
  ];
  return {
    rows: stories.map((story, index) => toApproval(clock, story, index)),
    actions: stories.flatMap((story) => actionsOf(clock, story)),
  };
}

function toApproval(clock: SeedClock, story: Story, index: number): Approval {
  const { kind, person, by, asked, decided, change, payload = {}, reason } = story;
  const record = userRecordRef(person);
  return {
    ...{ id: seedId("data request", index), kind, change, payload, reason },
    ...{ recordType: record.type, recordId: record.id, recordName: record.name },
    requestedBy: demoAdminId(by),
    requestedAt: clock.ago(asked),
    expiresAt: clock.ago(asked - 7 * DAY_MS),
    ...(decided !== undefined && {
      ...{ state: "approved", decidedBy: demoAdminId("owner"), decidedAt: clock.ago(decided), version: 2 },
    }),
  };
}

function actionsOf(clock: SeedClock, story: Story): DemoAuditAction[] {
  const { kind, person, by, asked, decided, change, reason } = story;
  const step = (
    ago: number,
    action: string,
    values: Pick<DemoAuditAction, "before" | "after">,
    admin: Story["by"] = by,
  ): DemoAuditAction => ({
    ...{ at: clock.ago(ago), adminId: demoAdminId(admin), record: userRecordRef(person), action },
    ...values,
  });
  const request = step(asked, kind, { before: null, after: { awaiting_approval: change, reason } });
  if (decided === undefined) return [request];
  const after = { approval: "approved", change, requested_by: demoAdminId(by), reason: null };
  return [request, step(decided, "approvals.decide", { before: { approval: "waiting" }, after }, "owner")];
}

/** Inserts the requests of `buildCitizenDataRequests`. */
export async function loadCitizenDataRequests(tx: Transaction, { rows }: DataRequests): Promise<void> {
  await tx.insert(approvals).values(rows);
}
