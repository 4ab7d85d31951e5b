import { sql } from "drizzle-orm";
import { valuesWithin } from "@/lib/server/api/json";
import type { Database } from "@/lib/server/db/client";
import { type DocumentedCall, fitting, ID, required, type Schema } from "./calls";

/** One unusual request: a description, its URL, and its body. `common`: every call refuses it with the same code. */
export type Odd = { what: string; url: string; raw?: () => string; common?: true };

/** Texts that, when repeated, reveal searches that restart at each letter and so take quadratic time. */
const FILLINGS = [
  "x",
  " ",
  "1",
  "a@",
  "a.",
  "-",
  "<b>",
  "{a,select,other{",
  "\\n",
  ",",
  "https://",
  "é",
  '\\"',
] as const;
const ADDRESS = 16_000;

const long = (filling: string, bytes: number) =>
  filling.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(filling))));

/**
 * Returns inputs that no form sends, each as large as the call accepts, and some of 1 MB.
 * @param limit largest body that the call accepts, in bytes
 * @param all true for every filling in every field, instead of one filling in each
 */
export function oddInputs(call: DocumentedCall, limit: number, all: boolean): Odd[] {
  const { parameters } = call;
  const inPath = parameters.filter(({ in: where }) => where === "path").map(({ name }) => name);
  const known = Object.fromEntries(
    parameters.filter((each) => each.required).map(({ name, schema }) => [name, fitting(schema)]),
  );
  const address = (values: Record<string, unknown>, more: readonly string[] = []) => {
    const path = inPath.reduce(
      (url, name) => url.replace(`{${name}}`, encodeURIComponent(String(values[name] ?? ID))),
      call.path,
    );
    const query = Object.entries(values).filter(([name]) => !inPath.includes(name));
    const search = [...query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`), ...more].join("&");
    return search ? `${path}?${search}` : path;
  };
  const plain = address(known);
  let turn = call.path.length;
  const filling = () => FILLINGS[turn++ % FILLINGS.length] as string;

  const schema = call.body?.["application/json"]?.schema;
  const raw = schema && (() => JSON.stringify(required(schema)));
  const full = (name: string, filling: string, bytes: number) => ({ [name]: long(filling, bytes) });
  const queries: Odd[] = all
    ? parameters.flatMap(({ name }) =>
        FILLINGS.map((filling) => ({
          what: `${name} full of ${filling}`,
          url: address({ ...known, ...full(name, filling, ADDRESS / 3) }),
          raw,
        })),
      )
    : FILLINGS.slice(0, Math.min(parameters.length, 3)).map((_, round) => ({
        what: `everything full, round ${round + 1}`,
        url: address(
          Object.assign({}, ...parameters.map(({ name }) => full(name, filling(), ADDRESS / 3 / parameters.length))),
        ),
        raw,
      }));
  const ofAddress: Odd[] = [
    ...queries,
    {
      what: "a path of 1 MB",
      url: `${plain.split("?")[0]}/${"x".repeat(1_000_000)}`,
      raw: schema && (() => "{}"),
      common: true,
    },
  ];
  if (call.method === "GET") {
    const many = Array.from({ length: 2_500 }, (_, n) => `k${n}=`);
    return [
      ...ofAddress,
      { what: "many names", url: address(known, many), common: true },
      { what: "deep brackets", url: address(known, [`a${"[b]".repeat(4_000)}=1`]), common: true },
      {
        what: "long lists",
        url: address(known, [`a[9999]${"[9999]".repeat(2_000)}=1`, "__proto__[x]=1"]),
        common: true,
      },
      { what: "a query of 1 MB", url: address(known, [`q=${"x".repeat(1_000_000)}`]), common: true },
    ];
  }
  if (!schema) return ofAddress;
  return [...ofAddress, ...oddBodies(schema, limit, all ? null : filling).map((odd) => ({ ...odd, url: plain }))];
}

function oddBodies(schema: Schema, limit: number, filling: (() => string) | null) {
  const plain = required(schema);
  const room = limit - JSON.stringify(plain).length - 200;
  const withField = (name: string, raw: string) => {
    const { [name]: _, ...rest } = plain;
    const others = JSON.stringify(rest).slice(1);
    return `{${JSON.stringify(name)}:${raw}${others === "}" ? "" : ","}${others}`;
  };
  const values = valuesWithin(limit) - 100;
  const keys = (count: number, bytes: number) => {
    const width = Math.max(1, Math.floor(bytes / count) - 5);
    return Array.from({ length: count }, (_, n) => `"${`k${n.toString(36)}`.padEnd(width, "_").slice(0, width)}":1`);
  };
  const unknown = () => keys(Math.floor(values / 2), room).join(",");
  const named = Object.entries(schema.properties ?? {});
  const share = (parts: number) => room / parts - 60;
  const textOf = (_: Schema, each: string, parts: number) => `"${long(each, share(parts))}"`;
  const listIn = (field: Schema, _: string, parts: number) => listOf(field, share(parts), values / parts);
  const namesIn = (_: Schema, __: string, parts: number) =>
    `{${keys(Math.max(1, Math.floor(values / 2 / parts) - 2), share(parts)).join(",")}}`;
  const wrongIn = (field: Schema, _: string, parts: number) =>
    `[${Array.from({ length: Math.max(1, Math.floor(Math.min(field.maxItems ?? 100, values / parts))) }, () => "{}").join(",")}]`;
  const nestedIn = () => `${'{"content":['.repeat(30)}${"]}".repeat(30)}`;
  const textIn = (field: Schema, each: string, parts: number) => inObject(field, each, share(parts) - 40);
  return [
    { what: "many unknown names", raw: () => withField("unknown", `1,${unknown()}`), common: true as const },
    {
      what: "many short unknown names",
      raw: () => `{${keys(Math.floor(values / 2), values * 5).join(",")}}`,
      common: true as const,
    },
    { what: "one long unknown name", raw: () => `{"${long("x", room)}":1}`, common: true as const },
    { what: "more names than any call has", raw: () => `{${keys(75_000, 800_000).join(",")}}`, common: true as const },
    { what: "nested without end", raw: () => `${'{"a":['.repeat(170_000)}`, common: true as const },
    { what: "no JSON", raw: () => long('{"a":', limit - 10), common: true as const },
    { what: "1 MB of a text that does not end", raw: () => `"${long("\\n", 1_040_000)}`, common: true as const },
    ...(filling
      ? [textOf, listIn, wrongIn, namesIn, nestedIn, textIn].map((make) => {
          const fields = named.map(([name, field]) => ({ name, field, each: filling() }));
          const written = ({ name, field, each }: (typeof fields)[number]) =>
            `${JSON.stringify(name)}:${make(field, each, named.length)}`;
          return { what: `everything as ${make.name}`, raw: () => `{${fields.map(written).join(",")}}` };
        })
      : named.flatMap(([name, field]) => [
          ...FILLINGS.map((each) => ({
            what: `${name} full of ${each}`,
            raw: () => withField(name, textOf(field, each, 1)),
          })),
          ...[listIn, wrongIn, namesIn, nestedIn, textIn].map((make) => ({
            what: `${name} as ${make.name}`,
            raw: () => withField(name, make(field, "x", 1)),
          })),
        ])),
  ];
}

/** Returns as many valid items as there is room for, as JSON; numbers if the field is no list. */
function listOf(field: Schema, room: number, values: number): string {
  const item = JSON.stringify(fitting(field.items ?? { type: "integer" }));
  const signs = item.split(/[,:]/).length;
  return `[${Array.from({ length: Math.min(Math.floor(room / (item.length + 1)), Math.floor(values / signs)) }, () => item).join(",")}]`;
}

/** Returns an object as JSON whose first field is a long text. */
function inObject(field: Schema, filling: string, room: number): string {
  const object = [field, ...(field.anyOf ?? []), ...(field.oneOf ?? [])].find(({ properties }) => properties);
  const [name = "a"] = Object.keys(object?.properties ?? {});
  return `{${JSON.stringify(name)}:"${long(filling, room)}"}`;
}

/** Returns the bytes of every table on disk, without its indexes. Cheap: counts files and reads no row. */
export async function tableFiles(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; bytes: number }>(
    sql`select relname as name, pg_table_size(oid)::float8 as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Returns the bytes of every table's rows, by reading them. */
export async function tableSizes(db: Database): Promise<Map<string, number>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const each = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes from ${sql.identifier(name)} t`,
  );
  const { rows } = await db.execute<{ name: string; bytes: number }>(sql.join(each, sql` union all `));
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

const TICK_MS = 2;

/**
 * Returns the longest time that the event loop was blocked while something ran, in ms. Counts only this process's CPU time, not
 * pauses for other processes on the machine.
 */
export async function longestBlock(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let [at, worked] = [performance.now(), process.cpuUsage()];
  const look = () => {
    const used = process.cpuUsage(worked);
    longest = Math.max(longest, Math.min(performance.now() - at - TICK_MS, (used.user + used.system) / 1_000));
    [at, worked] = [performance.now(), process.cpuUsage()];
  };
  const timer = setInterval(look, TICK_MS);
  try {
    await run();
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    look();
  } finally {
    clearInterval(timer);
  }
  return longest;
}
