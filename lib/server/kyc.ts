import "server-only";
import { and, eq } from "drizzle-orm";
import { kycDocuments, kycRequests } from "./db/schema/kyc";
import { refuse } from "./errors";
import { makeExport } from "./exports/link";
import { readStoredFile } from "./files";
import { assigneesOf, assignKyc } from "./kyc/assign";
import { checkKyc } from "./kyc/check";
import { claimKyc, releaseKyc } from "./kyc/claim";
import { decideKyc } from "./kyc/decide";
import { listKyc } from "./kyc/list";
import { nextKyc } from "./kyc/next";
import { noteKyc } from "./kyc/note";
import { kycPulse } from "./kyc/pulse";
import { reopenKyc } from "./kyc/reopen";
import { revealKyc } from "./kyc/reveal";
import { revokeKyc } from "./kyc/revoke";
import { kycSingle } from "./kyc/single";
import { kycStats } from "./kyc/stats";
import { api } from "./spine";

const list = api.kyc.list.handler(({ input, context: { db, admin } }) => listKyc(db, input, admin.id));

const single = api.kyc.single.handler(({ input, context: { db } }) => kycSingle(db, input.kycId));

/** Served to the bearer of a token with the right, and every view is logged (product.md, Privacy). */
const document = api.kyc.document.handler(async ({ input, context: { db, audit } }) => {
  const [found] = await db
    .select({ kind: kycDocuments.kind, fileId: kycDocuments.fileId, reference: kycRequests.reference })
    .from(kycDocuments)
    .innerJoin(kycRequests, eq(kycRequests.id, kycDocuments.kycId))
    .where(and(eq(kycDocuments.id, input.documentId), eq(kycDocuments.kycId, input.kycId)));
  const file = found && (await readStoredFile(db, found.fileId));
  if (!file) throw refuse.notFound("document");
  audit({
    record: { type: "kyc", id: input.kycId, name: found.reference },
    after: { viewed: found.kind },
  });
  return {
    headers: { "content-disposition": `attachment; filename="${found.reference}-${found.kind}"` },
    body: new Blob([new Uint8Array(file.bytes)], { type: file.contentType }),
  };
});

const decide = api.kyc.decide.handler(({ input, context }) => decideKyc(context, input));

const exportList = api.kyc.export.handler(({ input, context }) => makeExport(context, "kyc-requests", input));

export const kyc = {
  list,
  export: exportList,
  single,
  document,
  decide,
  stats: api.kyc.stats.handler(({ context: { db } }) => kycStats(db)),
  pulse: api.kyc.pulse.handler(({ input, context: { db } }) => kycPulse(db, input.since)),
  assignees: api.kyc.assignees.handler(({ context: { db } }) => assigneesOf(db)),
  next: api.kyc.next.handler(({ input, context }) => nextKyc(context, input.skip)),
  assign: api.kyc.assign.handler(({ input, context }) => assignKyc(context, input)),
  claim: api.kyc.claim.handler(({ input, context }) => claimKyc(context, input.kycId)),
  release: api.kyc.release.handler(({ input, context }) => releaseKyc(context, input.kycId)),
  check: api.kyc.check.handler(({ input, context }) => checkKyc(context, input)),
  note: api.kyc.note.handler(({ input, context }) => noteKyc(context, input)),
  reopen: api.kyc.reopen.handler(({ input, context }) => reopenKyc(context, input)),
  revoke: api.kyc.revoke.handler(({ input, context }) => revokeKyc(context, input)),
  reveal: api.kyc.reveal.handler(({ input, context }) => revealKyc(context, input)),
};
