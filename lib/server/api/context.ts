import "server-only";
import type { FeatureAccess } from "@/lib/contract/access";
import type { App } from "@/lib/server/app-door/app-keys";
import type { Citizen } from "@/lib/server/app-door/find-citizen";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import type { CheckedFile } from "@/lib/server/files/check";
import type { StagedFile } from "@/lib/server/files/stored-files";

/** What is known of a request before anybody looked at it. Never holds the body. */
export type RequestContext = {
  token: string | null;
  /** The browser's session cookie. It authenticates nothing; a download link needs it beside its own token. */
  sessionCookie?: string | null;
  /** By what devices are remembered (auth/remember-device.ts). It authenticates nothing either. */
  deviceCookie?: string | null;
  /** `Set-Cookie` headers that the answer gets, whole; the door adds them. */
  setCookies?: string[];
  /** Trusted address of the caller (see request.ts). */
  address: string;
  device: string;
  requestId: string;
  idempotencyKey: string | null;
  /** The browser sent it while nobody used the page: such a request doesn't keep a session open. */
  isUnattended?: boolean;
};

export type SignedInAdmin = {
  id: string;
  sessionId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Proved who they are in this session within the last 15 minutes. */
  isProved: boolean;
  rights: FeatureAccess[];
};

/** Whom an audit row names; sign-in calls know it only on the way. */
export type Actor = { id: string; name: string } | null;

/** A file that was sent, as it will be kept, and written already if it goes to a bucket. */
export type UploadedFile = CheckedFile & { staged: StagedFile; stagedPages: StagedFile[] };

/** What every handler gets. */
export type HandlerContext = {
  /** A transaction in a write, the pool in a read and in a public call. */
  db: Queryable;
  /** The caller. Asking for it in a public call is a fault of the code and throws. */
  admin: SignedInAdmin;
  /** Calls of the citizen app only: whose key it was. */
  app: App;
  /**
   * Calls of the citizen app only: the citizen that it acts for, who stands in the audit row from then on. Ask before
   * anything else; in a write their row is held until its end.
   * @throws 404; 409 when the account is closed
   */
  citizen: (userId: string) => Promise<Citizen>;
  /** In a call whose body is a file: that file, checked before the transaction began. */
  upload: UploadedFile | null;
  /** Says what happened; every write has to, a read may (views of sensitive data). */
  audit: (entry: AuditEntry) => void;
  /** Public calls only: a transaction with its audit row. What the pool wrote before stays, also when this refuses. */
  transact: <T>(actor: Actor, run: (tx: Transaction) => Promise<{ result: T; audit: AuditEntry }>) => Promise<T>;
  /** Public calls only: names whom, and what, a refusal that follows concerns. */
  concerns: (actor: Actor, record?: AuditEntry["record"]) => void;
};

/** What a handler that changes something takes. */
export type WriteContext = HandlerContext & {
  /** The transaction of the change and its audit rows. Asking for it in a read is a fault of the code and throws. */
  tx: Transaction;
};

/** What a public call gets besides: it has nobody to name, so it counts by address. */
export type PublicContext = HandlerContext & RequestContext;

export const fullName = (person: { firstName: string; lastName: string }) => `${person.firstName} ${person.lastName}`;
