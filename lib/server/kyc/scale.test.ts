import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { connectDatabase } from "@/lib/server/db/client";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";

/** Runs only on demand, because it is slow: `SCALE=1000000 npx vitest run lib/server/kyc/scale.test.ts`. */
const ROW_COUNT = Number(process.env.SCALE ?? 0);
const BASE_ROWS = 10_000;
const RUNS = 15;

/** Creates two years of requests of one user. The newest 2% are open; the others are decided. A tenth is flagged. */
async function insertRequests(app: TestApp, count: number, officers: readonly string[]) {
  const user = await makeUser(app);
  const list = sql.raw(`(array[${officers.map((id) => `'${id}'::uuid`).join(",")}])`);
  // Uses a separate connection without a statement timeout, because inserting the requests takes long.
  const { db, pool } = connectDatabase(process.env.DATABASE_URL ?? "", 1, 0);
  await db.execute(sql`set statement_timeout = 0`);
  for (let from = 1; from <= count; from += 100_000)
    await db.execute(sql`
      insert into kyc_requests (id, reference, user_id, tier, state, first_name, last_name, date_of_birth, gender, phone,
        address, lga, identity_type, identity_number, identity_number_last4, identity_number_hash, flags, submitted_at,
        due_at, assignee_id, decided_by_id, decided_at)
      select gen_random_uuid(), 'KYC-' || lpad(n::text, 8, '0'), ${user.id}, 1 + n % 3, state,
        'First' || n % 5000, 'Last' || n % 7000, '1990-01-01', 'female', '+234800' || n, 'Somewhere',
        (array['Abi','Ikom','Ogoja','Yala','Boki','Calabar South'])[1 + n % 6],
        (array['nin','bvn','voters_card','drivers_licence','passport'])[1 + n % 5], '\\x00', '0000', 'h' || n,
        case when n % 10 = 0 then array['name_differs'] else '{}'::text[] end,
        at, at + interval '24 hours',
        case when state = 'pending' then null else ${list}[1 + n % ${officers.length}] end,
        case when state in ('pending', 'in_review') then null else ${list}[1 + n % ${officers.length}] end,
        case when state in ('pending', 'in_review') then null else at + (n % 1400) * interval '1 minute' end
      from (select n, now() - (${count}::int - n) * interval '63 seconds' * (1000000.0 / ${count}) as at,
          case when n > ${count} * 0.98 then case when n % 4 = 0 then 'in_review' else 'pending' end
            when n % 20 = 0 then 'rejected' when n % 50 = 1 then 'resubmission_requested'
            when n % 500 = 3 then 'revoked' else 'approved' end as state
        from generate_series(${from}::int, ${Math.min(from + 99_999, count)}::int) n) made`);
  await db.execute(sql`vacuum analyze kyc_requests`);
  await pool.end();
}

describe.runIf(ROW_COUNT > 0)(`with ${ROW_COUNT} requests`, () => {
  let app: TestApp;
  let officer: Awaited<ReturnType<typeof makeAdmin>>;
  const measurements: Record<string, string> = {};

  const ms = async (path: string) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const started = performance.now();
      const answer = await app.call("GET", `/kyc${path}`, { token: officer.token });
      times.push(performance.now() - started);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
  };
  const measure = async (name: string, path: string) => {
    const time = await ms(path);
    measurements[name] = `${time.toFixed(1)} ms`;
    return time;
  };

  beforeAll(async () => {
    app = await startTestApp();
    officer = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
    const otherOfficers = await Promise.all(Array.from({ length: 9 }, () => makeAdmin(app)));
    await insertRequests(app, ROW_COUNT, [officer.id, ...otherOfficers.map(({ id }) => id)]);
  }, 900_000);
  afterAll(async () => {
    process.stdout.write(`${JSON.stringify(measurements, null, 2)}\n`);
    await app.stop();
  });

  const FILTERS = [
    ["nothing", ""],
    ["newest first", "?sort=-submitted_at"],
    ["by due", "?sort=due_at"],
    ["by name", "?sort=name"],
    ["by tier", "?sort=tier"],
    ["pending", "?state=pending"],
    ["in review", "?state=in_review"],
    ["waiting", "?state=pending,in_review"],
    ["revoked", "?state=revoked"],
    ["tier 2", "?tier=2"],
    ["identity", "?identity_type=bvn"],
    ["LGA", "?lga=Ikom"],
    ["mine", "?assignee=me"],
    ["nobody's", "?assignee=nobody"],
    ["mine that wait", "?assignee=me&state=pending,in_review"],
    ["late", "?late=true"],
    ["flagged", "?flagged=true"],
    ["one flag", "?flag=name_differs"],
    ["clean lane", "?lane=clean"],
    ["lane by risk", "?lane=risk&sort=-risk"],
    ["everything by risk", "?sort=-risk"],
    ["a day", `?submitted_from=${new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)}`],
    ["a name", "?q=first4711"],
    ["a reference", "?q=KYC-00000077"],
  ] as const;

  it("the list of KYC requests is as fast as with a hundredth of the rows", async () => {
    const smallApp = await startTestApp();
    const largeApp = app;
    const largeOfficer = officer;
    const smallOfficer = await makeAdmin(smallApp, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
    await insertRequests(smallApp, BASE_ROWS, [smallOfficer.id]);
    const smallTimes: number[] = [];
    const largeTimes: number[] = [];
    const tooSlow: string[] = [];
    for (const [name, path] of FILTERS) {
      [app, officer] = [smallApp, smallOfficer];
      Object.assign(globalThis, { crossRiverPayDatabase: { db: smallApp.db, pool: smallApp.db.$client } });
      const before = await ms(path);
      [app, officer] = [largeApp, largeOfficer];
      Object.assign(globalThis, { crossRiverPayDatabase: { db: largeApp.db, pool: largeApp.db.$client } });
      const after = await ms(path);
      measurements[name] = `${after.toFixed(1)} ms (${before.toFixed(1)} ms at ${BASE_ROWS})`;
      smallTimes.push(before);
      largeTimes.push(after);
      if (after > 2 * before + 5) tooSlow.push(`${name}: ${measurements[name]}`);
    }
    await smallApp.stop();
    expect(tooSlow).toEqual([]);
  }, 300_000);

  it("a single KYC request, the team's figures and the pulse are read within their time limits", async () => {
    const [row] = (await app.call("GET", "/kyc?state=pending", { token: officer.token })).json.data.items;
    const first = await ms("");
    expect(await measure("single", `/${row.id}`)).toBeLessThan(10 * first);
    expect(await measure("stats", "/stats")).toBeLessThan(10 * first + 20);
    expect(await measure("pulse", "/pulse?since=0")).toBeLessThan(2 * first);
  }, 60_000);

  it("the next KYC request opens as fast as a list page", async () => {
    const first = await ms("");
    const times: number[] = [];
    let skip: string | undefined;
    for (let run = 0; run < 50; run++) {
      const started = performance.now();
      const answer = await app.call("POST", "/kyc/next", { token: officer.token, body: { skip } });
      times.push(performance.now() - started);
      expect(answer.status).toBe(200);
      skip = answer.json.data.id;
    }
    expect(await measure("upcoming", `/${skip}/upcoming`)).toBeLessThan(5 * first);
    const median = times.sort((a, b) => a - b)[25] ?? 0;
    measurements.next = `${median.toFixed(1)} ms (first page ${first.toFixed(1)} ms)`;
    expect(median).toBeLessThan(5 * first);
  }, 60_000);

  it("page 25,000 and the last page of KYC requests take at most three times as long as page 1, with every filter", async () => {
    const year = new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 10);
    const tooSlow: string[] = [];
    for (const [query, share] of [
      ["", 1],
      ["sort=-submitted_at&", 1],
      ["state=approved&", 0.9],
      ["state=approved,rejected&sort=-submitted_at&", 0.95],
      ["state=rejected&", 0.049],
      ["tier=2&", 0.33],
      ["tier=1,3&", 0.66],
      ["identity_type=bvn&", 0.2],
      ["lga=Ikom,Abi&", 0.33],
      ["assignee=me&", 0.09],
      ["flagged=true&", 0.1],
      [`submitted_from=${year}&`, 0.5],
      [`state=approved&submitted_from=${year}&`, 0.45],
    ] as const) {
      const first = await ms(`?${query}page=0`);
      const deepPageIndex = Math.min(24_999, Math.floor((ROW_COUNT * share) / 20) - 20);
      const lastPageMs = await ms(`?${query}page=${deepPageIndex}`);
      measurements[`${query}page ${deepPageIndex + 1}`] = `${lastPageMs.toFixed(1)} ms (page 1 ${first.toFixed(1)} ms)`;
      if (lastPageMs > 3 * first)
        tooSlow.push(`${query}page ${deepPageIndex + 1}: ${measurements[`${query}page ${deepPageIndex + 1}`]}`);
    }
    expect(tooSlow).toEqual([]);
  }, 120_000);
});
