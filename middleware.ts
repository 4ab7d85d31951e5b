import { type NextRequest, NextResponse } from "next/server";
import {
  HOME_PATH,
  JUST_LOGGED_OUT_COOKIE,
  PAGE_ID_HEADER,
  PATH_HEADER,
  REQUEST_ID_HEADER,
  SESSION_COOKIE,
  SIGN_IN_PATH,
} from "@/lib/session";

/**
 * Redirects by the session cookie alone: a request for the dashboard without the cookie goes to sign-in, a request for sign-in with
 * the cookie goes to the dashboard. Does not
 * validate the session; the dashboard layout and the API do that (specification section 2).
 */
export function middleware(request: NextRequest) {
  const { pathname, search } = request.nextUrl;
  const signedIn = Boolean(request.cookies.get(SESSION_COOKIE)?.value);

  if (pathname === "/") return redirect(request, HOME_PATH);
  if (isUnder(pathname, "/dashboard") && !signedIn)
    return redirect(
      request,
      SIGN_IN_PATH + (request.cookies.has(JUST_LOGGED_OUT_COOKIE) ? "" : wayBack(pathname + search)),
    );
  if (isUnder(pathname, "/auth") && signedIn) return redirect(request, HOME_PATH);
  if (pathname === "/auth") return redirect(request, SIGN_IN_PATH + search);
  return withPolicy(request);
}

/** Returns true for the public API reference. Browsers may cache that page: its cached headers and HTML contain the same nonce. */
const isOpenDocument = ({ nextUrl }: NextRequest) =>
  nextUrl.pathname === "/api/v1/docs" && (process.env.API_DOCS || "open") === "open";

const wayBack = (path: string) => `?next=${encodeURIComponent(path)}`;

const isUnder = (pathname: string, folder: string) => pathname === folder || pathname.startsWith(`${folder}/`);

const redirect = (request: NextRequest, path: string) => secured(NextResponse.redirect(new URL(path, request.url)));

/** Firebase hosts that register a browser for push. Allowed only if push is configured (lib/env.ts requires all settings or none). */
const GOOGLE_HOSTS = " https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com";

/** Returns the origin of the bucket, to which pages upload large files; an empty string without a bucket. */
const bucketOrigin = () => (process.env.FILES_BUCKET_URL ? ` ${new URL(process.env.FILES_BUCKET_URL).origin}` : "");

/** Sets the content security policy, with a new nonce that allows only the scripts and styles of this response. */
function withPolicy(request: NextRequest) {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const isDevelopment = process.env.NODE_ENV === "development";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Development tools of Next.js insert styles without a nonce.
    `style-src-elem 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${process.env.FIREBASE_PROJECT_ID ? GOOGLE_HOSTS : ""}${bucketOrigin()}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, request.nextUrl.pathname);
  headers.set("x-nonce", nonce);
  const sentId = request.headers.get(REQUEST_ID_HEADER) ?? "";
  const requestId = /^[\w-]{8,100}$/.test(sentId) ? sentId : crypto.randomUUID();
  headers.set(REQUEST_ID_HEADER, requestId);
  // Links API calls made while rendering to this page load. The layout passes the id to calls from the browser.
  headers.set(PAGE_ID_HEADER, requestId);
  headers.set("content-security-policy", policy);
  const response = secured(NextResponse.next({ request: { headers } }));
  response.headers.set("content-security-policy", policy);
  response.headers.set(REQUEST_ID_HEADER, requestId);
  response.headers.set("cache-control", isOpenDocument(request) ? "private, max-age=300" : "no-store");
  return response;
}

function secured(response: NextResponse) {
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("x-frame-options", "DENY");
  response.headers.set("referrer-policy", "same-origin");
  // Allows the camera for scanning tickets. Set on every page, because client-side navigation keeps the first page's policy.
  response.headers.set("permissions-policy", "camera=(self), microphone=(), geolocation=()");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  if (process.env.NODE_ENV === "production")
    response.headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  return response;
}

/** Paths for which Next.js runs the middleware. */
export const config = {
  // Matches every page and the API reference, but not API calls and static files.
  matcher: [
    "/api/v1/docs",
    "/((?!api/|_next/static|_next/image|favicon.ico|icon.svg|icon-192.png|icon-512.png|icon-maskable.png|apple-touch-icon.png|manifest.webmanifest|robots.txt).*)",
  ],
};
