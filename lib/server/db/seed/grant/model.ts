import "server-only";
import type { ApplicationState } from "@/lib/contract/grant.values";
import type { approvals } from "@/lib/server/db/schema/approvals";
import type { grantApplications, grantProgrammes, grantReviews } from "@/lib/server/db/schema/grant";
import type { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import type { DemoAuditAction } from "@/lib/server/db/seed/audit-rows";
import type { DemoKycCase } from "@/lib/server/db/seed/kyc";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import type { ProgrammeStory } from "./story";

/** An application with its final state. `account`: its bank account number. */
export type PastApplication = {
  row: typeof grantApplications.$inferSelect;
  end: ApplicationState;
  person: DemoCitizen;
  kyc: DemoKycCase | null;
  account: string | null;
  device: string;
  reviews: (typeof grantReviews.$inferInsert)[];
};

/** A demo payout batch with its rows and its approval request. */
export type PastBatch = {
  row: typeof grantBatches.$inferSelect;
  rows: Required<typeof grantBatchRows.$inferInsert>[];
  approval: typeof approvals.$inferInsert;
};

/** A demo grant programme with its applications, payout batches and audit rows. */
export type PastProgramme = {
  index: number;
  story: ProgrammeStory;
  row: Omit<typeof grantProgrammes.$inferSelect, "words">;
  applications: PastApplication[];
  batches: PastBatch[];
  actions: DemoAuditAction[];
};
