import { v7 as uuid } from "uuid";
import { ALL_RIGHTS } from "@/lib/contract/access";
import { handleRequest } from "@/lib/server/api/http-handler";
import { openSession } from "@/lib/server/auth/session";
import { connectDatabase } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { homeVisits } from "@/lib/server/db/schema/home";
import type { SampleRecords } from "./cases";

/** A statement that a call sent to the database, with its values and its time. */
export type SentQuery = { text: string; values: unknown[]; ms: number };

/** Opens a filled database with the product's API on it. Requests use its HTTP handler; SQL statements are recorded. */
export async function openBenchTarget(url: string) {
  const { db, pool } = connectDatabase(url, 10, 0);
  const sentQueries: SentQuery[] = [];
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  Object.assign(pool, {
    async query(statement: { text?: string } | string, values?: unknown[], ...otherArgs: unknown[]) {
      const startedAt = performance.now();
      const result = await query(statement, values, ...otherArgs);
      const text = typeof statement === "string" ? statement : (statement.text ?? "");
      sentQueries.push({ text, values: values ?? [], ms: performance.now() - startedAt });
      return result;
    },
  });
  const [adminId, roleId] = [uuid(), uuid()];
  await db.insert(roles).values({ id: roleId, name: `Bench ${roleId}`, features: ALL_RIGHTS });
  const email = `bench-${adminId}@example.com`;
  await db.insert(admins).values({ id: adminId, firstName: "Ada", lastName: "Bench", email, status: "active" });
  await db.insert(adminRoles).values({ adminId, roleId });
  await db.insert(homeVisits).values({ adminId, visitedAt: new Date(Date.now() - 7 * 86_400_000) });
  const token = await openSession(db, adminId, { address: "10.0.0.1", device: "bench" }, true);

  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    process.env.DATABASE_URL = url;
    Object.assign(globalThis, { crossRiverPayDatabase: { db, pool } });
    const text = body === undefined ? undefined : JSON.stringify(body);
    return handleRequest(
      new Request(`http://bench/api/v1${path}`, {
        method,
        body: text,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text && { "content-type": "application/json", "content-length": String(text.length) }),
        },
      }),
    );
  }

  return {
    url,
    adminId,
    pool,
    call,
    /** Times one call in ms until its response is read, and returns the statements that it sent. */
    async time(path: string) {
      sentQueries.length = 0;
      const startedAt = performance.now();
      const response = await call("GET", path);
      await response.text();
      const ms = performance.now() - startedAt;
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}.`);
      return { ms, sent: [...sentQueries] };
    },
    async sample(): Promise<SampleRecords> {
      const sampleResult = await pool.query<
        Omit<SampleRecords, "report" | "ticket" | "application">
      >(`select t.reference, t.provider_reference as "providerReference",
          t.card_last4 as last4, u.email, u.phone, u.id as "userId", t.method_id as "methodId"
        from transactions t join users u on u.id = t.user_id
        where t.channel = 'card' and t.state = 'succeeded' and t.created_at < now() - interval '300 days'
        order by t.created_at desc limit 1`);
      const [payment] = sampleResult.rows;
      // Id of a report with many others nearby.
      const reports = await pool.query<{ id: string; number: string }>(`select id, number from ireports
        where lga = 'Calabar Municipal' and lat is not null and submitted_at < now() - interval '40 days'
        order by submitted_at desc limit 1`);
      const ticketResult = await pool.query<NonNullable<SampleRecords["ticket"]>>(`select t.id, t.reference, t.code,
          o.reference as "order", t.event_id as "eventId", t.ticket_type_id as "typeId", t.holder_id as "holderId",
          u.email, u.phone
        from tickets t join event_orders o on o.id = t.order_id join users u on u.id = t.holder_id
        where t.created_at < now() - interval '300 days' order by t.created_at desc limit 1`);
      const applicationResult = await pool.query<NonNullable<SampleRecords["application"]>>(`select a.id, a.reference,
          a.programme_id as "programmeId", a.user_id as "userId", u.email, u.phone
        from grant_applications a join users u on u.id = a.user_id
        where a.submitted_at < now() - interval '300 days' and a.duplicates <> '{}' order by a.submitted_at desc limit 1`);
      const sample = payment && {
        ...payment,
        report: reports.rows[0] ?? null,
        ticket: ticketResult.rows[0] ?? null,
        application: applicationResult.rows[0] ?? null,
      };
      if (!sample) throw new Error("There are no payments by card: fill the database first.");
      return sample;
    },
    async count(table: string) {
      const sampleResult = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      return sampleResult.rows[0]?.count ?? 0;
    },
    close: () => pool.end(),
  };
}
/** A filled database with the API on it, from `openBenchTarget`. */
export type BenchTarget = Awaited<ReturnType<typeof openBenchTarget>>;
