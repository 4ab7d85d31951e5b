import { z } from "zod";
import { anyOf, day, declare, id, instant, listInput, listOf, personRef, text, version } from "./common";
import { exportLink } from "./exports";
import { kycRoutes as routes } from "./kyc.routes";
import { kycApplicant, kycResubmission, kycRisk, kycSubmission, kycSubmitted, kycUpload } from "./kyc.submission";
import {
  DOCUMENT_KINDS,
  IDENTITY_TYPES,
  KYC_DECISIONS,
  KYC_FLAGS,
  KYC_REASONS,
  KYC_STATES,
  KYC_TIERS,
  LGAS,
} from "./kyc.values";
import { timelineEntry } from "./system-logs";

const kycId = z.strictObject({ kycId: id });

const kycRow = z.object({
  id: z.string(),
  reference: z.string(),
  user_id: z.string(),
  name: z.string(),
  tier: z.int().min(1).max(3),
  identity_type: z.enum(IDENTITY_TYPES),
  state: z.enum(KYC_STATES),
  lga: z.enum(LGAS),
  submitted_at: instant,
  due_at: instant,
  assignee: personRef.nullable(),
  flags: z.array(z.enum(KYC_FLAGS)),
  version,
});
export type KycRow = z.infer<typeof kycRow>;

/** The same fields twice: what the account says and what was submitted. */
const identity = z.object({
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  date_of_birth: day,
  gender: z.enum(["female", "male"]),
  phone: z.string(),
  address: z.string(),
  lga: z.enum(LGAS),
});

const decision = z.object({
  by: personRef,
  at: instant,
  reason: z.enum(KYC_REASONS).nullable(),
  message: z.string().nullable(),
});

const kycSingle = kycRow.extend({
  submitted: identity,
  account: identity.extend({ email: z.string(), tier: z.int(), status: z.string() }),
  identity_number_last4: z.string(),
  identity_expires_on: day.nullable(),
  documents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(DOCUMENT_KINDS),
      content_type: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  ),
  risks: z.array(kycRisk),
  decision: decision.nullable(),
  earlier: z.array(kycRow.pick({ id: true, reference: true, tier: true, state: true, submitted_at: true })),
  timeline: z.array(timelineEntry),
});
export type KycSingle = z.infer<typeof kycSingle>;

/** Body of a decision: anything but approval names a reason and a text that the user will read. */
export const kycDecision = z
  .strictObject({
    kycId: id,
    version,
    decision: z.enum(KYC_DECISIONS),
    reason: z.enum(KYC_REASONS, "Choose a reason.").optional(),
    message: text(1_000, 10).optional(),
  })
  .superRefine((input, context) => {
    if (input.decision === "approved") {
      for (const path of ["reason", "message"] as const)
        if (input[path] !== undefined)
          context.addIssue({ code: "custom", path: [path], message: "An approval carries no reason." });
      return;
    }
    if (!input.reason) context.addIssue({ code: "custom", path: ["reason"], message: "Choose a reason." });
    if (!input.message)
      context.addIssue({ code: "custom", path: ["message"], message: "Write what the user will read." });
  });

const kycListInput = listInput(
  {
    state: anyOf(KYC_STATES).optional(),
    tier: anyOf(KYC_TIERS).optional(),
    identity_type: anyOf(IDENTITY_TYPES).optional(),
    lga: anyOf(LGAS).optional(),
    /** `me`, `nobody`, or an admin's id. */
    assignee: z.union([z.enum(["me", "nobody"]), id]).optional(),
    submitted_from: day.optional(),
    submitted_to: day.optional(),
    late: z.literal("true").optional(),
    flagged: z.literal("true").optional(),
  },
  ["submitted_at", "due_at", "name", "tier"],
);

export const kyc = {
  list: declare(routes.list, { input: kycListInput, output: listOf(kycRow) }),
  export: declare(routes.export, { input: kycListInput.omit({ page: true, size: true }), output: exportLink }),
  single: declare(routes.single, { input: kycId, output: kycSingle }),
  document: declare(routes.document, {
    input: z.strictObject({ kycId: id, documentId: id }),
    output: z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(Blob) }),
  }),
  thumbnails: declare(routes.thumbnails, {
    input: kycId,
    output: z.array(z.object({ id: z.string(), image: z.string() })),
  }),
  applicants: declare(routes.applicants, {
    input: z.strictObject({ q: text(200, 2) }),
    output: z.array(kycApplicant),
  }),
  upload: declare(routes.upload, {
    input: z.instanceof(File, { error: "Send the file itself as the body." }),
    output: kycUpload,
  }),
  submit: declare(routes.submit, { input: kycSubmission, output: kycSubmitted }),
  resubmit: declare(routes.resubmit, { input: kycResubmission, output: kycSubmitted }),
  decide: declare(routes.decide, { input: kycDecision, output: kycRow.extend({ decision }) }),
};
