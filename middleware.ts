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
 * Convenience at the edge (specification section 2, Entry and guards): sends people without a cookie to sign in and
 * people with one to the dashboard. The dashboard's layout and the API decide for themselves.
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

/** The API document is the same for everybody and large. Its nonce is cached together with the scripts that it allows. */
const isOpenDocument = ({ nextUrl }: NextRequest) =>
  nextUrl.pathname === "/api/v1/docs" && (process.env.API_DOCS || "open") === "open";

const wayBack = (path: string) => `?next=${encodeURIComponent(path)}`;

const isUnder = (pathname: string, folder: string) => pathname === folder || pathname.startsWith(`${folder}/`);

const redirect = (request: NextRequest, path: string) => secured(NextResponse.redirect(new URL(path, request.url)));

/** Where Firebase registers a browser for push; named only where push is set up (lib/env.ts: all settings or none). */
const GOOGLE_HOSTS = " https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com";

/** Origin of the bucket, to which pages upload large files; empty without one. */
const bucketOrigin = () => (process.env.FILES_BUCKET_URL ? ` ${new URL(process.env.FILES_BUCKET_URL).origin}` : "");

/** A nonce for each answer: only the scripts and styles that this answer names may run. */
function withPolicy(request: NextRequest) {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const isDevelopment = process.env.NODE_ENV === "development";
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Next's development tools write their own styles, without it.
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
  // The page's calls in this process belong to this page load. The browser's calls get its id from the layout.
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
  // The camera reads tickets at a gate. On every page: what the first one allows holds for those that it leads to.
  response.headers.set("permissions-policy", "camera=(self), microphone=(), geolocation=()");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  if (process.env.NODE_ENV === "production")
    response.headers.set("strict-transport-security", "max-age=31536000; includeSubDomains");
  return response;
}

export const config = {
  // Everything but the app's own static files.
  matcher: [
    "/api/v1/docs",
    "/((?!api/|_next/static|_next/image|favicon.ico|icon.svg|icon-192.png|icon-512.png|icon-maskable.png|apple-touch-icon.png|manifest.webmanifest|robots.txt).*)",
  ],
};
