/** Money, counts, days and times as people read them. Pure; the same text on the server and in every browser. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Lagos is one hour ahead of UTC all year, so no time-zone data is needed (and none can differ). */
const LAGOS_OFFSET = HOUR;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const SUFFIXES = ["", "K", "M", "B", "T", "Q"];
const ABBREVIATIONS = new Set(["nin", "bvn", "kyc", "lga", "ussd", "faq", "id", "pdf", "csv"]);

const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** `₦1,234,567.89` from kobo; debits carry a minus. */
export function formatMoney(kobo: number | bigint, symbol = "₦"): string {
  const whole = typeof kobo === "bigint" ? kobo : BigInt(Math.round(kobo));
  const digits = String(whole < 0n ? -whole : whole).padStart(3, "0");
  return `${whole < 0n ? "-" : ""}${symbol}${group(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** `1.2M`: one decimal from a thousand up, whole below. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  if (Math.round(size) < 1_000) return String(Math.round(value));
  let scaled = size;
  let step = 0;
  // 999,950 is 1.0M, not 1000.0K: what rounds up to the next suffix belongs there.
  while (Number(scaled.toFixed(step === 0 ? 0 : 1)) >= 1_000 && step < SUFFIXES.length - 1) {
    scaled /= 1_000;
    step += 1;
  }
  const [whole = "0", decimal = "0"] = scaled.toFixed(1).split(".");
  return `${value < 0 ? "-" : ""}${group(whole)}.${decimal}${SUFFIXES[step]}`;
}

/** `₦1.2M` from kobo; below a thousand naira the amount in full. */
export function formatMoneyCompact(kobo: number | bigint, symbol = "₦"): string {
  const naira = Number(kobo) / 100;
  if (Math.abs(naira) < 999.995) return formatMoney(kobo, symbol);
  const text = formatCompact(naira);
  return text.startsWith("-") ? `-${symbol}${text.slice(1)}` : symbol + text;
}

/** `12,345` */
export const formatCount = (value: number) => `${value < 0 ? "-" : ""}${group(String(Math.abs(Math.round(value))))}`;

/** `300`, or `10,000+` where counting stopped at the cap. */
export const formatTotal = (total: number, isCapped: boolean) => formatCount(total) + (isCapped ? "+" : "");

/** Shifted so that the UTC fields of the result read as Lagos time. */
const inLagos = (instant: string | number) => new Date(new Date(instant).getTime() + LAGOS_OFFSET);
const two = (value: number) => String(value).padStart(2, "0");
const dayOf = (date: Date) => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

/** `21 Nov 2026, 14:05` in Lagos. */
export const formatDateTime = (instant: string | number, seconds = false) =>
  `${formatDate(instant)}, ${formatTime(instant, seconds)}`;

/** `21 Nov 2026`: the day in Lagos at this instant. */
export const formatDate = (instant: string | number) => dayOf(inLagos(instant));

/** `14:05` in Lagos, or `14:05:09`. */
export function formatTime(instant: string | number, seconds = false): string {
  const date = inLagos(instant);
  const minutes = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  return seconds ? `${minutes}:${two(date.getUTCSeconds())}` : minutes;
}

/** `21 Nov 2026` from a plain day such as `2026-11-21`. */
export const formatDay = (day: string) => dayOf(new Date(`${day}T00:00:00Z`));

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** Text of any kind as it is, but an instant as Lagos time. */
export const withLagosTime = (text: string) => (INSTANT.test(text) ? formatDateTime(text) : text);

/** `2026-11-21`: the day in Lagos at this instant. */
export const lagosDay = (instant: number) => inLagos(instant).toISOString().slice(0, 10);
/** The Lagos day so many days before today. */
export const lagosDayBack = (days: number) => lagosDay(Date.now() - days * 86_400_000);

function span(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  if (size < MINUTE) return "1 min";
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < 2 * DAY) return `${Math.floor(size / HOUR)} h`;
  return `${formatCount(Math.floor(size / DAY))} d`;
}

/** `due in 3 h`, `2 h late` */
export function formatDue(due: string, now: number): string {
  const left = new Date(due).getTime() - now;
  return left >= 0 ? `due in ${span(left)}` : `${span(left)} late`;
}

/** `Expires in 6 days`, `Expires in 1 hour`, `Expired` */
export function formatExpiry(at: string, now: number): string {
  const left = new Date(at).getTime() - now;
  if (left < 0) return "Expired";
  const [size, unit] = left < HOUR ? [MINUTE, "minute"] : left < 2 * DAY ? [HOUR, "hour"] : [DAY, "day"];
  const count = Math.max(1, Math.floor(left / Number(size)));
  return `Expires in ${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
}

/** `5 h left`, `2 h late`: what a clock showed when it was stopped. */
export function formatLeft(due: string, stopped: string): string {
  const left = new Date(due).getTime() - new Date(stopped).getTime();
  return `${span(left)} ${left >= 0 ? "left" : "late"}`;
}

/** `just now`, `5 min ago`, `3 h ago`, `12 d ago` */
export function formatAgo(instant: string, now: number): string {
  const gone = now - new Date(instant).getTime();
  return gone < MINUTE ? "just now" : `${span(gone)} ago`;
}

/** `45 min`, `3 h 20 min`, `2 d 4 h` */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  return `${formatCount(Math.floor(hours / 24))} d${hours % 24 ? ` ${hours % 24} h` : ""}`;
}

/** `in_review` → `In review`, `nin` → `NIN`, `voters_card` → `Voter's card` */
export function titleCase(word: string): string {
  const text = word
    .replace(/\b(voter|driver)s_/g, "$1's_")
    .split(/[_\s]+/)
    .map((part) => (ABBREVIATIONS.has(part) ? part.toUpperCase() : part))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Choices of a filter or a select: values with their words, of a table or a function; "in_review" is "In review" unless told. */
export const optionsOf = <T extends string>(
  values: readonly T[],
  words: Readonly<Record<T, string>> | ((value: T) => string) = titleCase,
) => values.map((value) => ({ value, label: typeof words === "function" ? words(value) : words[value] }));

/** "Ada Obi (ada@example.org)": tells an admin from another of a similar name. Citizens have no email here. */
export const adminWords = ({ name, email }: { name: string; email: string | null }): string =>
  email ? `${name} (${email})` : name;
