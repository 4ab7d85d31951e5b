import "server-only";
import type { FeatureAccess } from "@/lib/contract/access";
import type { App } from "@/lib/server/app-api/app-keys";
import type { Citizen } from "@/lib/server/app-api/find-citizen";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import type { CheckedFile } from "@/lib/server/files/check";
import type { StagedFile } from "@/lib/server/files/stored-files";

/** The metadata of an HTTP request, before authentication. Never contains the body. */
export type RequestContext = {
  token: string | null;
  /** The browser's session cookie. It does not authenticate API calls; download links require it as well. */
  sessionCookie?: string | null;
  /** Identifies a remembered device (auth/remember-device.ts). It does not authenticate API calls. */
  deviceCookie?: string | null;
  /** Complete `Set-Cookie` headers of the response; `handleRequest` in http-handler.ts adds them. */
  setCookies?: string[];
  /** Trusted address of the caller (see request.ts). */
  address: string;
  device: string;
  requestId: string;
  /** Id of the page load that sent the request, for the log; null if no page of this version did. */
  pageId?: string | null;
  idempotencyKey: string | null;
  /** True if the page was idle when it sent the request. Such a request does not extend the session. */
  isUnattended?: boolean;
  /** Returns true if the client already has the version with this ETag; a public file is then not read. */
  isKnown?: (etag: string) => boolean;
};

export type SignedInAdmin = {
  id: string;
  sessionId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** True if the admin gave a proof of identity in this session within the last 15 minutes. */
  isProved: boolean;
  rights: FeatureAccess[];
};

/** The admin or citizen named in an audit row. A sign-in call identifies the admin only while it runs. */
export type Actor = { id: string; name: string } | null;

/** An uploaded file as it will be stored. If files are kept in a bucket, it is already written there. */
export type UploadedFile = CheckedFile & { staged: StagedFile; stagedPages: StagedFile[] };

/** The context that every handler receives. */
export type HandlerContext = {
  /** The transaction in a write; the connection pool in a read or a public call. */
  db: Queryable;
  /** The signed-in caller. Throws in a public call, where reading it is a programming error. */
  admin: SignedInAdmin;
  /** Only in calls of the citizen app: the API key that was used. */
  app: App;
  /**
   * Only in calls of the citizen app: loads the citizen that the app acts for, and names them in the audit row. Call it
   * before anything else. In a write it locks the citizen's row until the transaction ends.
   * @throws 404; 409 if the account is closed
   */
  citizen: (userId: string) => Promise<Citizen>;
  /** The uploaded file, checked before the transaction began. Null if the call takes no file. */
  upload: UploadedFile | null;
  /** Adds an audit entry. Required in every write; optional in a read, for views of sensitive data. */
  audit: (entry: AuditEntry) => void;
  /** Only in public calls: runs a transaction with its audit row. Earlier writes through `db` are kept after a refusal. */
  transact: <T>(actor: Actor, run: (tx: Transaction) => Promise<{ result: T; audit: AuditEntry }>) => Promise<T>;
  /** Only in public calls: sets the actor and record for the audit row of a later refusal. */
  setRefusalSubject: (actor: Actor, record?: AuditEntry["record"]) => void;
};

export type WriteContext = HandlerContext & {
  /** The transaction of the change and its audit rows. Throws in a read, where using it is a programming error. */
  tx: Transaction;
};

/** Context of a public call. There is no signed-in caller, so attempts are counted by IP address. */
export type PublicContext = HandlerContext & RequestContext;

export const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`;
