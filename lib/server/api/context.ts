import "server-only";
import type { FeatureAccess } from "@/lib/contract/access";
import type { CitizenApp } from "@/lib/server/app-api/app-keys";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import type { CheckedFile } from "@/lib/server/files/check";
import type { StagedFile } from "@/lib/server/files/stored-files";

/** Metadata of an HTTP request before authentication. Never contains the body. */
export type RequestContext = {
  token: string | null;
  /** Value of the browser's session cookie. It does not authenticate API calls, but download links require it too. */
  sessionCookie?: string | null;
  /** Cookie of a remembered device (auth/remember-device.ts). It does not authenticate API calls. */
  deviceCookie?: string | null;
  /** Complete `Set-Cookie` headers for the response. `handleRequest` in http-handler.ts adds them. */
  setCookies?: string[];
  /** Trusted IP address of the caller (see request.ts). */
  address: string;
  device: string;
  requestId: string;
  /** Id of the page load that sent the request, for the log. Null if no page of this app version sent it. */
  pageId?: string | null;
  idempotencyKey: string | null;
  /** True if the admin was idle when the page sent the request. Such a request does not extend the session. */
  isUnattended?: boolean;
  /** Returns true if the client already has the version of a public file with this ETag. The handler then does not read the file. */
  isKnown?: (etag: string) => boolean;
};

/** The admin of the session, with their rights. */
export type SignedInAdmin = {
  id: string;
  sessionId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** True if the admin proved their identity in this session within the last 15 minutes. */
  isProved: boolean;
  rights: FeatureAccess[];
};

/** The admin or citizen named in an audit row. Null until a sign-in call has identified the admin. */
export type Actor = { id: string; name: string } | null;

/** An uploaded file as it will be stored. If files are stored in a bucket, the file is already in the bucket. */
export type UploadedFile = CheckedFile & { staged: StagedFile; stagedPages: StagedFile[] };

/** What a handler of an API call receives besides its input. */
export type HandlerContext = {
  /** The transaction in a write; the connection pool in a read or a public call. */
  db: Queryable;
  /** The signed-in admin. In a public call, reading it throws, because it is a programming error. */
  admin: SignedInAdmin;
  /** The citizen app with the API key of the call. Throws in other calls. */
  app: CitizenApp;
  /**
   * Loads the citizen for whom the app acts, and sets the citizen as actor of the audit row. Only for calls of the citizen app, whose
   * handlers run it first. In a write, it locks the citizen's row until the transaction ends.
   * @throws 404; 409 if the account is closed
   */
  citizen: (userId: string) => Promise<CitizenRow>;
  /** The uploaded file, checked before the transaction began. Null if the call accepts no file. */
  upload: UploadedFile | null;
  /** Adds an audit entry. Required in every write. Optional in a read, to log a view of sensitive data. */
  audit: (entry: AuditEntry) => void;
  /** Runs a transaction with its audit row. Only for public calls. Earlier writes through `db` are kept after a refusal. */
  transact: <T>(actor: Actor, run: (tx: Transaction) => Promise<{ result: T; audit: AuditEntry }>) => Promise<T>;
  /** Sets the actor and record for the audit row of a later refusal. Only for public calls. */
  setRefusalSubject: (actor: Actor, record?: AuditEntry["record"]) => void;
};

/** Context of a handler that writes: additionally has the transaction. */
export type WriteContext = HandlerContext & {
  /** The transaction of the change and its audit rows. In a read, using it throws, because it is a programming error. */
  tx: Transaction;
};

/** Context of a public call. There is no signed-in caller, so attempts, for example to sign in, are counted by IP address. */
export type PublicContext = HandlerContext & RequestContext;

/** Returns first and last name, separated by a space. */
export const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`;
