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
  /** The browser's session cookie. It authenticates nothing; a download link needs it beside its own token. */
  sessionCookie?: string | null;
  /** Identifies a remembered device (auth/remember-device.ts). It authenticates nothing either. */
  deviceCookie?: string | null;
  /** Complete `Set-Cookie` headers for the response; `answer` in http-handler.ts adds them. */
  setCookies?: string[];
  /** Trusted address of the caller (see request.ts). */
  address: string;
  device: string;
  requestId: string;
  idempotencyKey: string | null;
  /** The browser sent this while nobody used the page. Such a request does not keep the session open. */
  isUnattended?: boolean;
  /** Returns true if the client already has the version with this ETag, so that a public file need not be read. */
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

/** The admin or citizen that an audit row names. A sign-in call learns it only while it runs. */
export type Actor = { id: string; name: string } | null;

/** An uploaded file in the form that is stored. If files are kept in a bucket, it is already written there. */
export type UploadedFile = CheckedFile & { staged: StagedFile; stagedPages: StagedFile[] };

/** The context that every handler receives. */
export type HandlerContext = {
  /** The transaction in a write; the connection pool in a read and in a public call. */
  db: Queryable;
  /** The signed-in caller. Throws in a public call, where reading it is a programming error. */
  admin: SignedInAdmin;
  /** Calls of the citizen app only: the API key that was used. */
  app: App;
  /**
   * Calls of the citizen app only: loads the citizen that the app acts for, and names them in the audit row. Call it
   * before anything else. In a write it locks the citizen's row until the transaction ends.
   * @throws 404; 409 when the account is closed
   */
  citizen: (userId: string) => Promise<Citizen>;
  /** The uploaded file, checked before the transaction began. Null if the call takes no file. */
  upload: UploadedFile | null;
  /** Adds an audit entry. Required in every write; optional in a read, for views of sensitive data. */
  audit: (entry: AuditEntry) => void;
  /** Public calls only: runs a transaction with its audit row. Earlier writes through `db` stay, even if this one refuses. */
  transact: <T>(actor: Actor, run: (tx: Transaction) => Promise<{ result: T; audit: AuditEntry }>) => Promise<T>;
  /** Public calls only: sets the actor and record that the audit row of a later refusal names. */
  setRefusalSubject: (actor: Actor, record?: AuditEntry["record"]) => void;
};

/** The context that a handler of a write receives. */
export type WriteContext = HandlerContext & {
  /** The transaction of the change and its audit rows. Throws in a read, where using it is a programming error. */
  tx: Transaction;
};

/** The context of a public call. It has no signed-in caller, so it counts attempts by IP address. */
export type PublicContext = HandlerContext & RequestContext;

export const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`;
