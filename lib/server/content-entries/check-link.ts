import "server-only";
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import { BlockList, isIP } from "node:net";

const LIMIT_MS = 3_000;
const MAX_REDIRECTS = 3;

/** Result of a link check. `answers`: true if the URL responds, false if not, null if it could not be checked. */
export type LinkCheckResult = { answers: boolean | null; message: string };
type ResolvedAddress = { address: string; family: number };
/** DNS lookup (`find`) and HTTP request (`ask`) of the link check. Tests replace them by fakes. */
export type HttpClient = {
  find: (host: string) => Promise<ResolvedAddress[]>;
  ask: (url: URL, target: ResolvedAddress, limit: number) => Promise<{ status: number; location: string | null }>;
};

/** IPv4 ranges of this machine and of private networks. Admins' links must not make this server request them. */
const PRIVATE_IPV4 = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE_IPV4.addSubnet(net, bits, "ipv4");

/** PUBLIC_IPV6: public addresses. TUNNEL_IPV6: addresses that can lead to a private IPv4 address, or are not routed. */
const PUBLIC_IPV6 = new BlockList();
PUBLIC_IPV6.addSubnet("2000::", 3, "ipv6");
const TUNNEL_IPV6 = new BlockList();
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  TUNNEL_IPV6.addSubnet(net, bits, "ipv6");

/** Returns true if an IP address is on the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 6) return PUBLIC_IPV6.check(address, "ipv6") && !TUNNEL_IPV6.check(address, "ipv6");
  return version === 4 && !PRIVATE_IPV4.check(address, "ipv4");
};

/** Waits for a promise for at most `limit` ms. @throws after the limit */
async function withTimeout<T>(pending: Promise<T>, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer in time.")), Math.max(0, limit));
  });
  return Promise.race([pending, expired]).finally(() => clearTimeout(timer));
}

const NOT_CHECKED_ANSWER: LinkCheckResult = { answers: null, message: "Couldn't be checked." };

/**
 * Checks whether an https URL responds. Sends only HEAD requests, and only to public IP addresses. In the result, `answers` is null if the
 * URL can't be checked, so that a failed check never blocks saving.
 */
export async function checkLink(link: string, web: HttpClient = realHttp): Promise<LinkCheckResult> {
  const deadline = Date.now() + LIMIT_MS;
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return { answers: false, message: "This is not an address. Begin with https://." };
  }
  if (url.protocol !== "https:") return { answers: null, message: "Only pages of the web can be checked." };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (url.port) return { answers: null, message: "Only pages at the usual port can be checked." };
    // Removes a user name and password from the URL.
    url.username = "";
    url.password = "";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const found = await withTimeout(web.find(host), deadline - Date.now()).catch(() => null);
    if (!found) return NOT_CHECKED_ANSWER;
    const [target] = found;
    if (!target || found.some(({ address }) => !isPublicAddress(address)))
      return { answers: false, message: "This address is not on the public web. Check it." };
    const msLeft = deadline - Date.now();
    const answer = msLeft > 0 ? await withTimeout(web.ask(url, target, msLeft), msLeft).catch(() => null) : null;
    if (!answer) return { answers: false, message: "The page does not answer. Check the address." };
    if (answer.status >= 300 && answer.status < 400 && answer.location) {
      const next = URL.canParse(answer.location, url.href) ? new URL(answer.location, url.href) : null;
      if (next?.protocol !== "https:")
        return { answers: false, message: "The page redirects to an address without https. Check it." };
      url = next;
      continue;
    }
    // These statuses mean that the page exists, but requires another method or a sign-in.
    const isFound = answer.status < 400 || [401, 403, 405, 429].includes(answer.status);
    return isFound
      ? { answers: true, message: "The page answers." }
      : { answers: false, message: `The page answers ${answer.status}. Check the address.` };
  }
  return { answers: false, message: "Too many redirects. Check the address." };
}

/** HTTP client that sends real requests. Tests use a fake one. */
export const realHttp: HttpClient = {
  find: async (host) => {
    const version = isIP(host);
    if (version) return [{ address: host, family: version }];
    return lookup(host, { all: true });
  },
  ask: (url, { address, family }, limit) =>
    new Promise((resolve, reject) => {
      const pending = request(
        url,
        {
          method: "HEAD",
          timeout: limit,
          signal: AbortSignal.timeout(limit),
          // Connects to the checked IP address, because a second DNS lookup could return another one.
          lookup: (_host, options, callback) =>
            options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
          headers: { "user-agent": "CrossRiverPay link check" },
        },
        (answer) => {
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? null });
          answer.destroy();
        },
      );
      pending.on("timeout", () => pending.destroy(new Error("No answer in time.")));
      pending.on("error", reject);
      pending.end();
    }),
};
