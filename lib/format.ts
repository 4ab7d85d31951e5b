/** Formats money, counts, days and times for people, with the same result on the server and in every browser. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Adds a fixed hour, because Lagos is UTC+1 all year. Time-zone data could differ between browsers. */
const LAGOS_OFFSET_MS = HOUR_MS;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const COMPACT_SUFFIXES = ["", "K", "M", "B", "T", "Q"];
const ABBREVIATIONS = new Set(["nin", "bvn", "kyc", "lga", "ussd", "faq", "id", "pdf", "csv"]);

const addComma = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats kobo as `₦1,234,567.89`, with a minus for negative amounts. */
export function formatMoney(kobo: number | bigint, symbol = "₦"): string {
  const wholePart = typeof kobo === "bigint" ? kobo : BigInt(Math.round(kobo));
  const digits = String(wholePart < 0n ? -wholePart : wholePart).padStart(3, "0");
  return `${wholePart < 0n ? "-" : ""}${symbol}${addComma(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** Formats a number as `1.2M`: one decimal from a thousand up, whole below. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  if (Math.round(size) < 1_000) return String(Math.round(value));
  let scaledValue = size;
  let step = 0;
  // Chooses the suffix after rounding, so that 999,950 becomes 1.0M instead of 1000.0K.
  while (Number(scaledValue.toFixed(step === 0 ? 0 : 1)) >= 1_000 && step < COMPACT_SUFFIXES.length - 1) {
    scaledValue /= 1_000;
    step += 1;
  }
  const [wholePart = "0", decimal = "0"] = scaledValue.toFixed(1).split(".");
  return `${value < 0 ? "-" : ""}${addComma(wholePart)}.${decimal}${COMPACT_SUFFIXES[step]}`;
}

/** Formats kobo as `₦1.2M`; below ₦1,000 in full. */
export function formatMoneyCompact(kobo: number | bigint, symbol = "₦"): string {
  const naira = Number(kobo) / 100;
  if (Math.abs(naira) < 999.995) return formatMoney(kobo, symbol);
  const text = formatCompact(naira);
  return text.startsWith("-") ? `-${symbol}${text.slice(1)}` : symbol + text;
}

/** Formats a count as `12,345`. */
export const formatCount = (value: number) => `${value < 0 ? "-" : ""}${addComma(String(Math.abs(Math.round(value))))}`;

/** Formats a total as `300`, or as `10,000+` if the count is capped. */
export const formatTotal = (total: number, isCapped: boolean) => formatCount(total) + (isCapped ? "+" : "");

/** Formats a count with its noun: `1 ticket`, `1,200 tickets`, and `10,000+ tickets` if the count is capped. */
export const pluralize = (count: number, one: string, many = `${one}s`, isCapped = false) =>
  `${formatTotal(count, isCapped)} ${count === 1 ? one : many}`;

/** Formats a list as `Abi`, `Abi and Ogoja` or `Abi, Ikom and Ogoja`. */
export const formatList = (parts: readonly string[], conjunction: "and" | "or" = "and") =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${conjunction} ${parts.at(-1)}`;

/** Shifts an instant so that its UTC fields show Lagos time. */
const toLagosDate = (instant: string | number) => new Date(new Date(instant).getTime() + LAGOS_OFFSET_MS);
const pad2 = (value: number) => String(value).padStart(2, "0");
const formatUtcDay = (date: Date) => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

/** Formats an instant as `21 Nov 2026, 14:05` in Lagos time. */
export const formatDateTime = (instant: string | number, withSeconds = false) =>
  `${formatDate(instant)}, ${formatTime(instant, withSeconds)}`;

/** Formats an instant as `27/11/2026 14:30` in Lagos time, as people type dates. */
export function formatTypedDateTime(instant: string | number): string {
  const date = toLagosDate(instant);
  return `${pad2(date.getUTCDate())}/${pad2(date.getUTCMonth() + 1)}/${date.getUTCFullYear()} ${formatTime(instant)}`;
}

/** Formats an instant as its Lagos day, `21 Nov 2026`. */
export const formatDate = (instant: string | number) => formatUtcDay(toLagosDate(instant));

/** Formats an instant as `14:05` or `14:05:09` in Lagos time. */
export function formatTime(instant: string | number, withSeconds = false): string {
  const date = toLagosDate(instant);
  const minutes = `${pad2(date.getUTCHours())}:${pad2(date.getUTCMinutes())}`;
  return withSeconds ? `${minutes}:${pad2(date.getUTCSeconds())}` : minutes;
}

/** Formats a plain day such as `2026-11-21` as `21 Nov 2026`. */
export const formatDay = (day: string) => formatUtcDay(new Date(`${day}T00:00:00Z`));

const INSTANT_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isIsoDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
/** Formats an ISO instant as Lagos time and an ISO day as `21 Nov 2026`; returns other text unchanged. */
export const formatIfDate = (text: string) =>
  INSTANT_PATTERN.test(text) ? formatDateTime(text) : isIsoDay(text) ? formatDay(text) : text;

/** Returns the Lagos day of an instant, such as `2026-11-21`. */
export const lagosDay = (instant: number) => toLagosDate(instant).toISOString().slice(0, 10);
/** Returns the Lagos day that is `days` days before today. */
export const lagosDayBefore = (days: number) => lagosDay(Date.now() - days * 86_400_000);

function formatDuration(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < MINUTE_MS) return "1 min";
  if (size < HOUR_MS) return `${Math.floor(size / MINUTE_MS)} min`;
  if (size < 2 * DAY_MS) return `${Math.floor(size / HOUR_MS)} h`;
  return `${formatCount(Math.floor(size / DAY_MS))} d`;
}

/** Formats the time to a deadline as `deadline in 3 h` or `2 h late`. `now` in ms. */
export function formatDue(deadline: string, now: number): string {
  const left = new Date(deadline).getTime() - now;
  return left >= 0 ? `due in ${formatDuration(left)}` : `${formatDuration(left)} late`;
}

/** Formats an expiry as `Expires in 6 days`, `Expires in 1 hour` or `Expired`. */
export function formatExpiry(at: string, now: number): string {
  const left = new Date(at).getTime() - now;
  if (left < 0) return "Expired";
  const [size, unit] = left < HOUR_MS ? [MINUTE_MS, "minute"] : left < 2 * DAY_MS ? [HOUR_MS, "hour"] : [DAY_MS, "day"];
  const count = Math.max(1, Math.floor(left / Number(size)));
  return `Expires in ${pluralize(count, String(unit))}`;
}

/** Formats the time that was left when a deadline was paused: `5 h left`, `2 h late`. */
export function formatTimeLeft(deadline: string, pausedAt: string): string {
  const left = new Date(deadline).getTime() - new Date(pausedAt).getTime();
  return `${formatDuration(left)} ${left >= 0 ? "left" : "late"}`;
}

/** Formats a past instant as `just now`, `5 min ago`, `3 h ago` or `12 d ago`. */
export function formatAgo(instant: string, now: number): string {
  const elapsedMs = now - new Date(instant).getTime();
  return elapsedMs < MINUTE_MS ? "just now" : `${formatDuration(elapsedMs)} ago`;
}

/** Formats a duration as `45 min`, `3 h 20 min` or `2 d 4 h`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return `${formatCount(Math.floor(hours / 24))} d${hours % 24 ? ` ${hours % 24} h` : ""}`;
}

/** Converts a code to words: `in_review` → `In review`, `nin` → `NIN`, `voters_card` → `Voter's card`. */
export function titleCase(word: string): string {
  const text = word
    .replace(/\b(voter|driver)s_/g, "$1's_")
    .split(/[_\s]+/)
    .map((part) => (ABBREVIATIONS.has(part) ? part.toUpperCase() : part))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the options of a filter or select. Labels are from a table or function, by default `titleCase`. */
export const selectOptions = <T extends string>(
  values: readonly T[],
  words: Readonly<Record<T, string>> | ((value: T) => string) = titleCase,
) => values.map((value) => ({ value, label: typeof words === "function" ? words(value) : words[value] }));

/** Returns "Ada Obi (ada@example.org)", to distinguish admins with similar names. */
export const adminLabel = ({ name, email }: { name: string; email: string | null }): string =>
  email ? `${name} (${email})` : name;
