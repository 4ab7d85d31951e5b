import { sql } from "drizzle-orm";
import { maxJsonValuesOf } from "@/lib/server/api/json";
import type { Database } from "@/lib/server/db/client";
import { type DocumentedCall, type JsonSchema, SAMPLE_ID, sampleRequiredFields, sampleValue } from "./documented-calls";

/**
 * One unusual request: a description, its URL, and its body. `common`: true if every API call refuses such a request with the same error
 * code.
 */
export type UnusualRequest = { what: string; url: string; raw?: () => string; common?: true };

/** Texts that are repeated to fill a field. They reveal regular expressions whose run time grows with the square of the text's length. */
const REPEATED_TEXTS = [
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
const MAX_URL_BYTES = 16_000;

const repeatToBytes = (filler: string, bytes: number) =>
  filler.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(filler))));

/**
 * Returns inputs that no form sends. Most are as large as the call accepts, some have 1 MB.
 * @param limit maximum body size of the call in bytes
 * @param isFull true to put every text into every field, instead of one text into each field
 */
export function unusualRequestsFor(call: DocumentedCall, limit: number, isFull: boolean): UnusualRequest[] {
  const { parameters } = call;
  const pathParams = parameters.filter(({ in: location }) => location === "path").map(({ name }) => name);
  const knownValues = Object.fromEntries(
    parameters.filter((each) => each.required).map(({ name, schema }) => [name, sampleValue(schema)]),
  );
  const address = (values: Record<string, unknown>, extraPairs: readonly string[] = []) => {
    const path = pathParams.reduce(
      (url, name) => url.replace(`{${name}}`, encodeURIComponent(String(values[name] ?? SAMPLE_ID))),
      call.path,
    );
    const query = Object.entries(values).filter(([name]) => !pathParams.includes(name));
    const search = [
      ...query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`),
      ...extraPairs,
    ].join("&");
    return search ? `${path}?${search}` : path;
  };
  const plain = address(knownValues);
  let fillerIndex = call.path.length;
  const filler = () => REPEATED_TEXTS[fillerIndex++ % REPEATED_TEXTS.length] as string;

  const schema = call.body?.["application/json"]?.schema;
  const raw = schema && (() => JSON.stringify(sampleRequiredFields(schema)));
  const filledParam = (name: string, filling: string, bytes: number) => ({ [name]: repeatToBytes(filling, bytes) });
  const queries: UnusualRequest[] = isFull
    ? parameters.flatMap(({ name }) =>
        REPEATED_TEXTS.map((filling) => ({
          what: `${name} full of ${filling}`,
          url: address({ ...knownValues, ...filledParam(name, filling, MAX_URL_BYTES / 3) }),
          raw,
        })),
      )
    : REPEATED_TEXTS.slice(0, Math.min(parameters.length, 3)).map((_, round) => ({
        what: `everything full, round ${round + 1}`,
        url: address(
          Object.assign(
            {},
            ...parameters.map(({ name }) => filledParam(name, filler(), MAX_URL_BYTES / 3 / parameters.length)),
          ),
        ),
        raw,
      }));
  const addressInputs: UnusualRequest[] = [
    ...queries,
    {
      what: "a path of 1 MB",
      url: `${plain.split("?")[0]}/${"x".repeat(1_000_000)}`,
      raw: schema && (() => "{}"),
      common: true,
    },
  ];
  if (call.method === "GET") {
    const manyParams = Array.from({ length: 2_500 }, (_, n) => `k${n}=`);
    return [
      ...addressInputs,
      { what: "many names", url: address(knownValues, manyParams), common: true },
      { what: "deep brackets", url: address(knownValues, [`a${"[b]".repeat(4_000)}=1`]), common: true },
      {
        what: "long lists",
        url: address(knownValues, [`a[9999]${"[9999]".repeat(2_000)}=1`, "__proto__[x]=1"]),
        common: true,
      },
      { what: "a query of 1 MB", url: address(knownValues, [`q=${"x".repeat(1_000_000)}`]), common: true },
    ];
  }
  if (!schema) return addressInputs;
  return [
    ...addressInputs,
    ...oddBodies(schema, limit, isFull ? null : filler).map((oddInput) => ({ ...oddInput, url: plain })),
  ];
}

function oddBodies(schema: JsonSchema, limit: number, filler: (() => string) | null) {
  const plain = sampleRequiredFields(schema);
  const maxBytes = limit - JSON.stringify(plain).length - 200;
  const withField = (name: string, raw: string) => {
    const { [name]: _, ...rest } = plain;
    const otherFields = JSON.stringify(rest).slice(1);
    return `{${JSON.stringify(name)}:${raw}${otherFields === "}" ? "" : ","}${otherFields}`;
  };
  const values = maxJsonValuesOf(limit) - 100;
  const keys = (count: number, bytes: number) => {
    const width = Math.max(1, Math.floor(bytes / count) - 5);
    return Array.from({ length: count }, (_, n) => `"${`k${n.toString(36)}`.padEnd(width, "_").slice(0, width)}":1`);
  };
  const unknownKeys = () => keys(Math.floor(values / 2), maxBytes).join(",");
  const named = Object.entries(schema.properties ?? {});
  const bytesPerPart = (parts: number) => maxBytes / parts - 60;
  const longText = (_: JsonSchema, each: string, parts: number) => `"${repeatToBytes(each, bytesPerPart(parts))}"`;
  const longList = (field: JsonSchema, _: string, parts: number) =>
    listJson(field, bytesPerPart(parts), values / parts);
  const manyKeys = (_: JsonSchema, __: string, parts: number) =>
    `{${keys(Math.max(1, Math.floor(values / 2 / parts) - 2), bytesPerPart(parts)).join(",")}}`;
  const wrongTypes = (field: JsonSchema, _: string, parts: number) =>
    `[${Array.from({ length: Math.max(1, Math.floor(Math.min(field.maxItems ?? 100, values / parts))) }, () => "{}").join(",")}]`;
  const deeplyNested = () => `${'{"content":['.repeat(30)}${"]}".repeat(30)}`;
  const longTextInObject = (field: JsonSchema, each: string, parts: number) =>
    objectWithText(field, each, bytesPerPart(parts) - 40);
  return [
    { what: "many unknown names", raw: () => withField("unknown", `1,${unknownKeys()}`), common: true as const },
    {
      what: "many short unknown names",
      raw: () => `{${keys(Math.floor(values / 2), values * 5).join(",")}}`,
      common: true as const,
    },
    { what: "one long unknown name", raw: () => `{"${repeatToBytes("x", maxBytes)}":1}`, common: true as const },
    { what: "more names than any call has", raw: () => `{${keys(75_000, 800_000).join(",")}}`, common: true as const },
    { what: "nested without end", raw: () => `${'{"a":['.repeat(170_000)}`, common: true as const },
    { what: "no JSON", raw: () => repeatToBytes('{"a":', limit - 10), common: true as const },
    {
      what: "1 MB of a text that does not end",
      raw: () => `"${repeatToBytes("\\n", 1_040_000)}`,
      common: true as const,
    },
    ...(filler
      ? [longText, longList, wrongTypes, manyKeys, deeplyNested, longTextInObject].map((makeValue) => {
          const fields = named.map(([name, field]) => ({ name, field, each: filler() }));
          const fieldJson = ({ name, field, each }: (typeof fields)[number]) =>
            `${JSON.stringify(name)}:${makeValue(field, each, named.length)}`;
          return { what: `everything as ${makeValue.name}`, raw: () => `{${fields.map(fieldJson).join(",")}}` };
        })
      : named.flatMap(([name, field]) => [
          ...REPEATED_TEXTS.map((each) => ({
            what: `${name} full of ${each}`,
            raw: () => withField(name, longText(field, each, 1)),
          })),
          ...[longList, wrongTypes, manyKeys, deeplyNested, longTextInObject].map((makeValue) => ({
            what: `${name} as ${makeValue.name}`,
            raw: () => withField(name, makeValue(field, "x", 1)),
          })),
        ])),
  ];
}

/** Returns a JSON array of as many valid items as fit into `maxBytes`. The items are numbers if the field is not a list. */
function listJson(field: JsonSchema, maxBytes: number, values: number): string {
  const item = JSON.stringify(sampleValue(field.items ?? { type: "integer" }));
  const tokenCount = item.split(/[,:]/).length;
  return `[${Array.from({ length: Math.min(Math.floor(maxBytes / (item.length + 1)), Math.floor(values / tokenCount)) }, () => item).join(",")}]`;
}

/** Returns an object as JSON whose first field is a long text. */
function objectWithText(field: JsonSchema, filler: string, maxBytes: number): string {
  const object = [field, ...(field.anyOf ?? []), ...(field.oneOf ?? [])].find(({ properties }) => properties);
  const [name = "a"] = Object.keys(object?.properties ?? {});
  return `{${JSON.stringify(name)}:"${repeatToBytes(filler, maxBytes)}"}`;
}

/** Returns the size of every table on disk in bytes, without indexes. Fast, because it reads no rows. */
export async function tableFileSizes(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; bytes: number }>(
    sql`select relname as name, pg_table_size(oid)::float8 as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** Returns the size of every table's rows in bytes, by reading them. */
export async function tableRowSizes(db: Database): Promise<Map<string, number>> {
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
 * Returns the longest time in ms for which a function blocked the event loop. Counts only this process's CPU time, not
 * pauses for other processes.
 */
export async function longestEventLoopBlock(run: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let [at, cpuBefore] = [performance.now(), process.cpuUsage()];
  const measureTick = () => {
    const cpuUsed = process.cpuUsage(cpuBefore);
    longestMs = Math.max(
      longestMs,
      Math.min(performance.now() - at - TICK_MS, (cpuUsed.user + cpuUsed.system) / 1_000),
    );
    [at, cpuBefore] = [performance.now(), process.cpuUsage()];
  };
  const timer = setInterval(measureTick, TICK_MS);
  try {
    await run();
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    measureTick();
  } finally {
    clearInterval(timer);
  }
  return longestMs;
}
