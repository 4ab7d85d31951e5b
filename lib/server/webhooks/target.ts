import "server-only";
import type { LookupAddress, LookupAllOptions } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { env, isDemo } from "@/lib/env";

/** Host names of a developer's own machine. A URL with another host name is refused if it resolves to a loopback address. */
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
/** Address of Azure's metadata service, which gives credentials to virtual machines. Refused, although it is a public address. */
const AZURE_METADATA = "168.63.129.16";

const allowsLocalhost = () => env().webhooksToLocalhost ?? (isDemo() || process.env.NODE_ENV !== "production");

/** Returns true for addresses of the public internet: not private, loopback, link-local, shared, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside an IPv6 one counts as the IPv4 address.
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && parsed.toString() !== AZURE_METADATA;
}

/** Returns true if the URL leads to this machine, which only development and demo servers accept. */
export const isLocalUrl = ({ hostname }: URL) => LOCAL_HOSTS.includes(hostname) && allowsLocalhost();

/**
 * Returns why events can't be sent to this URL; null if they can. Does not resolve host names: `lookupPublicAddress` checks the IP address
 * at each connection, so that a host name which later resolves to a private address is refused too.
 */
export function webhookUrlProblem(text: string): string | null {
  if (!URL.canParse(text)) return "Enter an address that begins with https://.";
  const url = new URL(text);
  if (url.username || url.password)
    return "Leave user name and password out of the address. Check the signature instead.";
  if (url.hash) return "Leave out the part of the address from # on.";
  if (isLocalUrl(url)) return ["http:", "https:"].includes(url.protocol) ? null : "Use http:// or https://.";
  if (url.protocol !== "https:") return "Use an address that begins with https://.";
  const port = Number(url.port || 443);
  if (port !== 443 && port < 1_024) return "Use port 443, or one from 1024 on.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host) && !isPublicAddress(host)) return URL_NOT_PUBLIC_MESSAGE;
  if (!ipaddr.isValid(host) && !/\.[^.]/.test(host)) return URL_NOT_PUBLIC_MESSAGE;
  return null;
}

/** Error message for a URL that does not lead to the public internet. */
export const URL_NOT_PUBLIC_MESSAGE =
  "This address does not lead to the public internet. Enter the public address of the app's server.";

/**
 * Resolves a host for a connection, and fails if one of its IP addresses is not public. The connection is made to the returned address, so
 * a DNS change after the check has no effect.
 */
export const lookupPublicAddress =
  (resolve: ResolveHost = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }).then(
      (addresses) => {
        const [first] = addresses;
        const isPublic = first && addresses.every(({ address }) => isPublicAddress(address));
        if (!isPublic) callback(new Error(URL_NOT_PUBLIC_MESSAGE), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };

type ResolveHost = (hostname: string, options: LookupAllOptions) => Promise<LookupAddress[]>;
