import { z } from "zod";
import { day, email, externalIdText, id, oneLine, requiredText, version } from "./common";
import {
  DOCUMENT_KINDS,
  hasExpiry,
  IDENTITY_NUMBER_FORMATS,
  IDENTITY_TYPES,
  KYC_FLAGS,
  KYC_STATES,
  requiredDocuments,
} from "./kyc.values";
import { withoutSeparators } from "./pasted.values";
import { personFields, personOutput } from "./person";
import { documentFileFields } from "./uploads";

const applicantFields = { ...personFields, address: oneLine(200, 5) };

const submittedDocument = z.strictObject({ kind: z.enum(DOCUMENT_KINDS), upload_id: id });

const submissionFields = {
  ...applicantFields,
  tier: z.coerce.number<number | string>().int().min(1, "Choose a tier.").max(3, "Choose a tier."),
  identity_type: z.enum(IDENTITY_TYPES, "Choose a kind of identity."),
  identity_number: requiredText("Enter the number.", withoutSeparators)
    .max(40, "This number is too long.")
    .toUpperCase(),
  identity_expires_on: z.preprocess((value) => (value === "" ? null : value), day.nullable().default(null)),
  documents: z.array(submittedDocument).max(DOCUMENT_KINDS.length),
  /** Device data from the citizen app; omitted for a submission at the counter. */
  origin: z
    .strictObject({ device_id: externalIdText(200, 1).optional(), address: z.union([z.ipv4(), z.ipv6()]).optional() })
    .optional(),
};

type SubmissionFields = z.output<z.ZodObject<typeof submissionFields>>;
type AddIssue = (path: (string | number)[], message: string) => void;

function checkSubmission(input: SubmissionFields, addIssue: AddIssue) {
  const rule = IDENTITY_NUMBER_FORMATS[input.identity_type];
  if (!rule.pattern.test(input.identity_number)) addIssue(["identity_number"], rule.words);
  if (hasExpiry(input.identity_type) && !input.identity_expires_on)
    addIssue(["identity_expires_on"], "Enter the day on which the document expires.");
  const kinds = input.documents.map(({ kind }) => kind);
  const uploads = input.documents.map(({ upload_id }) => upload_id);
  if (new Set(kinds).size < kinds.length) addIssue(["documents"], "Send one file of each kind.");
  if (new Set(uploads).size < uploads.length) addIssue(["documents"], "Send another file for each kind.");
}

const kindWords = (kind: string) => kind.replaceAll("_", " ");

/** A first submission. It must contain all documents that tier and identity type require. */
export const kycSubmission = z.strictObject({ user_id: id, ...submissionFields }).superRefine((input, context) => {
  const addIssue: AddIssue = (path, message) => context.addIssue({ code: "custom", path, message });
  checkSubmission(input, addIssue);
  for (const kind of requiredDocuments(input.tier, input.identity_type))
    if (!input.documents.some((each) => each.kind === kind)) addIssue(["documents"], `Add the ${kindWords(kind)}.`);
});

/** A resubmission of a returned request. Documents that are not sent again are kept. */
export const kycResubmission = z
  .strictObject({ kycId: id, version, ...submissionFields })
  .superRefine((input, context) =>
    checkSubmission(input, (path, message) => context.addIssue({ code: "custom", path, message })),
  );

/** Response to a submission: id, reference, risk flags and version of the identity request. */
export const submittedKyc = z.object({
  id: z.string(),
  reference: z.string(),
  flags: z.array(z.enum(KYC_FLAGS)),
  version,
});

/** A user for whom an officer can submit an identity request. */
export const kycApplicant = z.object({
  id: z.string(),
  ...personOutput,
  email: email.nullable(),
  address: z.string(),
  tier: z.int(),
  status: z.string(),
  /** The user's undecided request (`KYC_OPEN_STATES`); null if there is none. */
  open: z.object({ id: z.string(), reference: z.string(), state: z.enum(KYC_STATES) }).nullable(),
});
export type KycApplicant = z.infer<typeof kycApplicant>;

const documentFields = { id: z.string(), kind: z.enum(DOCUMENT_KINDS), ...documentFileFields };
/** A document of an identity request. */
export const kycDocument = z.object(documentFields);

/** A risk flag with the requests that it refers to. */
export const kycRisk = z.object({
  flag: z.enum(KYC_FLAGS),
  /** Sentence that describes the finding; empty if the flag is self-explanatory. */
  detail: z.string(),
  requests: z.array(
    z.object({
      id: z.string(),
      reference: z.string(),
      name: z.string(),
      state: z.enum(KYC_STATES),
      detail: z.string(),
      /** For a similar photo: the other request's document; `own_id` is the id of the similar document in this request. */
      photo: z.object({ ...documentFields, own_id: z.string() }).nullable(),
    }),
  ),
});
export type KycRisk = z.infer<typeof kycRisk>;
