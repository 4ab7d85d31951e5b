/**
 * Client of the citizen app's API and the public API. Copy this file to the app's server. It needs only `fetch` and `crypto`
 * (Node 20.3 or newer). README.md in this folder explains its use.
 *
 * Amounts are whole kobo: 250000 is ₦2,500. Instants are UTC, days are days in Africa/Lagos.
 */

/** Options of `citizenAppClient`: where the API is, the app key, and limits for every call. */
export type ClientOptions = {
  /** URL of the API up to and including `/api/v1`. */
  baseUrl: string;
  /** An app key, created in App Configurations. Public calls need none. Keep it on a server, never in the app itself. */
  key?: string;
  /** Time limit of a call with all its retries, in ms. Default: 30,000, for files 120,000. */
  timeout?: number;
  /** Number of retries after no response, or 429 or 503 with Retry-After. Default: 2. */
  retries?: number;
};

/** Options of one call that only reads. */
export type CallOptions = {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  timeout?: number;
};

/** Options of one call that writes. */
export type WriteOptions = CallOptions & {
  /**
   * Identifies the request: 8 to 100 letters, digits, `-` or `_`. A retry with the same key returns the first response and has
   * no second effect. The client generates a key if none is given, and uses it for its own retries. Pass a stored key if you
   * may retry the call later yourself.
   */
  idempotencyKey?: string;
};

/** Error of a failed call. `message` is a sentence for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /**
   * Error code, such as BAD_REQUEST, NOT_FOUND or CONFLICT (docs/api.md). The client adds NETWORK and TIMEOUT for calls without a
   * response, and UNREADABLE for a response that is not the API's.
   */
  readonly code: string;
  /** With 400: the error of each invalid input, by its name. */
  readonly fields: Record<string, string>;
  /** With 409: the current record, if the call returns it. */
  readonly current: unknown;
  /** Seconds to wait, with 429 and 503. */
  readonly retryAfter: number | null;
  /** Idempotency key of a write. After status 0, 429 or 5xx, retry with the same key. */
  readonly idempotencyKey: string | null;

  constructor(message: string, about: Partial<Omit<ApiError, keyof Error>>, options?: { cause: unknown }) {
    super(message, options);
    this.status = about.status ?? 0;
    this.code = about.code ?? "UNREADABLE";
    this.fields = about.fields ?? {};
    this.current = about.current;
    this.retryAfter = about.retryAfter ?? null;
    this.idempotencyKey = about.idempotencyKey ?? null;
  }
}

type Call = { method: string; path: string; isWrite?: true; isFile?: true };
type CachedResponse = { etag: string; text: string };

/** Maximum number of public responses that are cached with their ETag. */
const MAX_CACHED_RESPONSES = 100;

/** Returns a function that sends a call with key and time limit, retries it, and parses the envelope. */
function sender({ baseUrl, key, retries = 2, ...client }: ClientOptions) {
  const cachedResponses = new Map<string, CachedResponse>();

  return async <Answer>(call: Call, input: object, options: WriteOptions = {}): Promise<Answer> => {
    const { path, body } = toPathAndBody(call, input);
    const idempotencyKey = call.isWrite ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    const timeout = options.timeout ?? client.timeout ?? (body instanceof Blob ? 120_000 : 30_000);
    const ends = Date.now() + timeout;
    const limit = AbortSignal.timeout(timeout);
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
    const known = call.method === "GET" && path.startsWith("/public/") ? cachedResponses.get(path) : undefined;
    const headers = new Headers();
    if (key && path.startsWith("/app/")) headers.set("authorization", `Bearer ${key}`);
    if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
    if (body !== null) headers.set("content-type", body instanceof Blob ? body.type : "application/json");
    if (known) headers.set("if-none-match", known.etag);

    const attemptOnce = async (): Promise<Answer> => {
      const response = await fetch(`${baseUrl.replace(/\/$/, "")}${path}`, {
        method: call.method,
        headers,
        body,
        signal,
      });
      if (call.isFile && response.ok) return (await response.blob()) as Answer;
      const text = response.status === 304 && known ? known.text : await response.text();
      const envelope = parseEnvelope(text);
      if (!("data" in envelope)) throw toApiError(response, envelope, idempotencyKey);
      const etag = response.headers.get("etag");
      if (etag && path.startsWith("/public/")) keep({ etag, text });
      return envelope.data as Answer;
    };
    const keep = (response: CachedResponse) => {
      cachedResponses.delete(path);
      const [oldest] = cachedResponses.keys();
      if (oldest !== undefined && cachedResponses.size >= MAX_CACHED_RESPONSES) cachedResponses.delete(oldest);
      cachedResponses.set(path, response);
    };

    for (let attempt = 0; ; attempt++) {
      try {
        return await attemptOnce();
      } catch (cause) {
        if (options.signal?.aborted) throw options.signal.reason;
        const error = cause instanceof ApiError ? cause : toNoResponseError(limit.aborted, idempotencyKey, cause);
        const wait = retryDelayAfter(error, attempt);
        if (wait === null || attempt >= retries || Date.now() + wait >= ends) throw error;
        await pause(wait, options.signal);
      }
    }
  };
}

/** Returns path and body of a call. Inputs named in the path replace its placeholders; the others are sent as query or JSON body. */
function toPathAndBody({ method, path }: Call, input: object): { path: string; body: Blob | string | null } {
  const rest = new Map<string, unknown>(input instanceof Blob ? [] : Object.entries(input));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (method !== "GET")
    return { path: filled, body: input instanceof Blob ? input : JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) if (value !== undefined) query.set(name, String(value));
  return { path: query.size ? `${filled}?${query}` : filled, body: null };
}

/** Envelope of a response or an error; empty if the text is something else. */
type Envelope = { data?: unknown; message?: unknown; code?: unknown; fields?: unknown; current?: unknown };

function parseEnvelope(text: string): Envelope {
  try {
    const envelope: unknown = JSON.parse(text);
    return typeof envelope === "object" && envelope !== null ? { ...envelope } : {};
  } catch {
    return {};
  }
}

function toApiError({ status, headers }: Response, envelope: Envelope, idempotencyKey: string | null): ApiError {
  const after = headers.get("retry-after");
  const retryAfter = after && /^\d+$/.test(after) ? Number(after) : null;
  const { message, code, fields, current } = envelope;
  if (typeof message !== "string" || typeof code !== "string")
    return new ApiError(`The answer (${status}) can't be read.`, { status, retryAfter, idempotencyKey });
  const named = typeof fields === "object" && fields !== null ? (fields as Record<string, string>) : {};
  return new ApiError(message, { status, code, fields: named, current, retryAfter, idempotencyKey });
}

const toNoResponseError = (isLate: boolean, idempotencyKey: string | null, cause: unknown) =>
  isLate
    ? new ApiError("The API did not answer in time.", { code: "TIMEOUT", idempotencyKey }, { cause })
    : new ApiError("The API can't be reached.", { code: "NETWORK", idempotencyKey }, { cause });

/** Returns the time in ms before a retry; null if a retry would not help. */
function retryDelayAfter({ code, status, retryAfter }: ApiError, attempt: number): number | null {
  if (code === "NETWORK") return 500 * 2 ** attempt;
  return (status === 429 || status === 503) && retryAfter !== null ? retryAfter * 1_000 : null;
}

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });

type Send = ReturnType<typeof sender>;
type BegunUpload = { id: string | null; put: { url: string; headers: Record<string, string> } | null };

/** Size in bytes above which files go straight to the bucket, if the API has one. */
const DIRECT_ABOVE_BYTES = 4_000_000;

/** Returns a function that sends a file: as body of the call, or to the bucket first if it is large and the API has one. */
function fileSender(send: Send, { retries = 2, ...client }: ClientOptions) {
  return async <Answer>(call: Call, file: Blob, options: WriteOptions = {}): Promise<Answer> => {
    const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
    const timeout = options.timeout ?? client.timeout ?? 120_000;
    const sent = { ...options, timeout, idempotencyKey };
    if (file.size <= DIRECT_ABOVE_BYTES) return send(call, file, sent);
    // A retry with this key returns the same upload id, and a new URL if the previous one has expired.
    const begin = () =>
      send<BegunUpload>(
        { method: "POST", path: `${call.path}/direct`, isWrite: true },
        { size: file.size, content_type: file.type },
        { ...sent, idempotencyKey: `begin-${idempotencyKey.slice(-94)}` },
      );
    for (let attempt = 0; ; attempt++) {
      const { id, put } = await begin();
      if (id === null) return send(call, file, sent);
      const status = put ? await putFile(put, file, AbortSignal.timeout(timeout), options.signal) : 200;
      if (status >= 200 && status < 300) return send(call, { direct_upload: id }, sent);
      if (attempt < retries) await pause(500 * 2 ** attempt, options.signal);
      else throw new ApiError("The file can't be sent to the storage.", { status, code: "NETWORK", idempotencyKey });
    }
  };
}

/** Uploads a file to the bucket. @returns the HTTP status; 0 without a response */
async function putFile(
  { url, headers }: NonNullable<BegunUpload["put"]>,
  body: Blob,
  limit: AbortSignal,
  signal?: AbortSignal,
) {
  try {
    const both = signal ? AbortSignal.any([signal, limit]) : limit;
    const response = await fetch(url, { method: "PUT", headers, body, signal: both });
    await response.body?.cancel();
    return response.status;
  } catch {
    signal?.throwIfAborted();
    return 0;
  }
}

// Generated from the contract by `npm run client`. Do not edit below this line.

/** An id, such as 019b76da-afb7-7382-afc4-c787ef06fa8f. */
export type Uuid = string;

/** UTC, ISO 8601, such as 2026-11-21T08:30:00.000Z. */
export type Instant = string;

/** A whole day in Africa/Lagos, such as 2026-11-21. */
export type Day = string;

/** A local government area of the state. */
export type Lga =
  | "Abi"
  | "Akamkpa"
  | "Akpabuyo"
  | "Bakassi"
  | "Bekwarra"
  | "Biase"
  | "Boki"
  | "Calabar Municipal"
  | "Calabar South"
  | "Etung"
  | "Ikom"
  | "Obanliku"
  | "Obubra"
  | "Obudu"
  | "Odukpani"
  | "Ogoja"
  | "Yakurr"
  | "Yala";

/** Response of `appConfig.publicLanguages`, GET /public/languages. */
export type AppConfigPublicLanguagesAnswer = {
  items: {
    code: string;
    name: string;
    direction: "ltr" | "rtl";
  }[];
};

/** Input of `appConfig.publicBundle`, GET /public/languages/{file}. */
export type AppConfigPublicBundleInput = {
  /** At most 20 characters. Matches .*\.json$ */
  file: string;
};

/** Response of `appConfig.publicBundle`, GET /public/languages/{file}. */
export type AppConfigPublicBundleAnswer = {
  language: string;
  direction: "ltr" | "rtl";
  texts: Record<string, string>;
};

/** Input of `appConfig.reportKeys`, POST /app/languages/keys. */
export type AppConfigReportKeysInput = {
  /** At most 40 characters. */
  release: string;
  /** At least 1 item. At most 20000 items. */
  keys: string[];
};

/** Response of `appConfig.reportKeys`, POST /app/languages/keys. */
export type AppConfigReportKeysAnswer = {
  unknown: string[];
};

/** Input of `appConfig.publicEmergencyNumbers`, GET /public/emergency-numbers. */
export type AppConfigPublicEmergencyNumbersInput = {
  lga?: Lga;
};

/** Response of `appConfig.publicEmergencyNumbers`, GET /public/emergency-numbers. */
export type AppConfigPublicEmergencyNumbersAnswer = {
  items: {
    id: string;
    name: string;
    number: string;
    category:
      | "general"
      | "police"
      | "fire"
      | "medical"
      | "road_safety"
      | "disaster"
      | "gender_based_violence"
      | "child_protection"
      | "utilities";
    lga: Lga | null;
    verified_on: Day | null;
  }[];
};

/** Input of `appConfig.openBroadcast`, POST /app/broadcasts/{broadcastId}/opens. */
export type AppConfigOpenBroadcastInput = {
  broadcastId: Uuid;
  user_id: Uuid;
};

/** Response of `appConfig.openBroadcast`, POST /app/broadcasts/{broadcastId}/opens. */
export type AppConfigOpenBroadcastAnswer = {
  opened: true;
};

/** Input of `appConfig.publicFaq`, GET /public/faq. */
export type AppConfigPublicFaqInput = {
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `appConfig.publicFaq`, GET /public/faq. */
export type AppConfigPublicFaqAnswer = {
  items: {
    id: string;
    language: string;
    question: string;
    html: string;
    text: string;
    group: string;
  }[];
  language: string;
  next_change_at: Instant | null;
};

/** Input of `appConfig.publicTerms`, GET /public/terms. */
export type AppConfigPublicTermsInput = {
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `appConfig.publicTerms`, GET /public/terms. */
export type AppConfigPublicTermsAnswer = {
  current: {
    number: number;
    title: string;
    language: string;
    html: string;
    text: string;
    effective_at: Instant;
    must_accept: boolean;
  } | null;
  next: {
    number: number;
    title: string;
    language: string;
    html: string;
    text: string;
    effective_at: Instant;
    must_accept: boolean;
  } | null;
  next_change_at: Instant | null;
};

/** Input of `appConfig.publicPrivacy`, GET /public/privacy. */
export type AppConfigPublicPrivacyInput = {
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `appConfig.publicPrivacy`, GET /public/privacy. */
export type AppConfigPublicPrivacyAnswer = {
  current: {
    number: number;
    title: string;
    language: string;
    html: string;
    text: string;
    effective_at: Instant;
    must_accept: boolean;
  } | null;
  next: {
    number: number;
    title: string;
    language: string;
    html: string;
    text: string;
    effective_at: Instant;
    must_accept: boolean;
  } | null;
  next_change_at: Instant | null;
};

/** Input of `appConfig.searchFaq`, POST /app/faq/searches. */
export type AppConfigSearchFaqInput = {
  /** At most 200 characters. */
  q: string;
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `appConfig.searchFaq`, POST /app/faq/searches. */
export type AppConfigSearchFaqAnswer = {
  items: {
    id: string;
    language: string;
    question: string;
    html: string;
    text: string;
    group: string;
  }[];
};

/** Input of `appConfig.voteFaq`, POST /app/faq/{entryId}/votes. */
export type AppConfigVoteFaqInput = {
  entryId: Uuid;
  user_id: Uuid;
  helpful: boolean;
};

/** Response of `appConfig.voteFaq`, POST /app/faq/{entryId}/votes. */
export type AppConfigVoteFaqAnswer = {
  helpful: boolean;
};

/** Input of `appConfig.acceptancesForApp`, GET /app/acceptances. */
export type AppConfigAcceptancesForAppInput = {
  user_id: Uuid;
};

/** Response of `appConfig.acceptancesForApp`, GET /app/acceptances. */
export type AppConfigAcceptancesForAppAnswer = {
  items: {
    kind: "terms" | "privacy";
    number: number;
    accepted_at: Instant | null;
    required: boolean;
  }[];
};

/** Input of `appConfig.accept`, POST /app/acceptances. */
export type AppConfigAcceptInput = {
  user_id: Uuid;
  kind: "terms" | "privacy";
  /** A whole number. At least 1. At most 100000. */
  number: number;
};

/** Response of `appConfig.accept`, POST /app/acceptances. */
export type AppConfigAcceptAnswer = {
  kind: "terms" | "privacy";
  number: number;
  accepted_at: Instant;
};

/** Response of `citizen.upload`, POST /app/uploads. */
export type CitizenUploadAnswer = {
  id: string;
  content_type: string;
  size: number;
  width: number;
  height: number;
  pages: number;
  expires_at: Instant;
};

/** Input of `citizen.beginUpload`, POST /app/uploads/direct. */
export type CitizenBeginUploadInput = {
  /** A whole number. At least 1. */
  size: number;
  content_type:
    | "image/jpeg"
    | "image/png"
    | "image/webp"
    | "image/heic"
    | "image/heif"
    | "image/avif"
    | "application/pdf"
    | "application/octet-stream";
};

/** Response of `citizen.beginUpload`, POST /app/uploads/direct. */
export type CitizenBeginUploadAnswer = {
  id: string | null;
  body_limit: number;
  put: {
    url: string;
    headers: Record<string, string>;
    expires_at: Instant;
  } | null;
};

/** Input of `citizen.saveDevice`, POST /app/devices. */
export type CitizenSaveDeviceInput = {
  user_id: Uuid;
  /** Matches ^[\x21-\x7e]{1,2000}$ */
  device_token: string;
  platform: "android" | "ios" | "web";
  /** At most 80 characters. */
  name?: string;
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `citizen.saveDevice`, POST /app/devices. */
export type CitizenSaveDeviceAnswer = {
  devices: number;
};

/** Input of `citizen.forgetDevice`, DELETE /app/devices. */
export type CitizenForgetDeviceInput = {
  user_id: Uuid;
  /** Matches ^[\x21-\x7e]{1,2000}$ */
  device_token: string;
};

/** Response of `citizen.forgetDevice`, DELETE /app/devices. */
export type CitizenForgetDeviceAnswer = {
  devices: number;
};

/** Input of `content.publicAnnouncements`, GET /public/announcements. */
export type ContentPublicAnnouncementsInput = {
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `content.publicAnnouncements`, GET /public/announcements. */
export type ContentPublicAnnouncementsAnswer = {
  items: {
    id: string;
    language: string;
    title: string;
    html: string;
    text: string;
    image: {
      alt: string;
      width: number;
      height: number;
      sizes: {
        width: number;
        height: number;
        bytes: number;
        url: string;
      }[];
    } | null;
    link: string | null;
    pinned: boolean;
    from: Instant;
    until: Instant | null;
  }[];
  language: string;
  next_change_at: Instant | null;
};

/** Input of `content.publicSlides`, GET /public/slides. */
export type ContentPublicSlidesInput = {
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `content.publicSlides`, GET /public/slides. */
export type ContentPublicSlidesAnswer = {
  items: {
    id: string;
    language: string;
    title: string;
    image: {
      alt: string;
      width: number;
      height: number;
      sizes: {
        width: number;
        height: number;
        bytes: number;
        url: string;
      }[];
    } | null;
    focal_x: number;
    focal_y: number;
    link: string | null;
    from: Instant;
    until: Instant | null;
  }[];
  language: string;
  next_change_at: Instant | null;
};

/** Input of `content.publicCulture`, GET /public/culture. */
export type ContentPublicCultureInput = {
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
  lga?: Lga;
  /** At most 30 characters. */
  tag?: string;
  /** A whole number. At least 0. At most 10000. Default: 0. */
  page?: number;
};

/** Response of `content.publicCulture`, GET /public/culture. */
export type ContentPublicCultureAnswer = {
  items: {
    id: string;
    language: string;
    title: string;
    summary: string;
    cover: {
      alt: string;
      width: number;
      height: number;
      sizes: {
        width: number;
        height: number;
        bytes: number;
        url: string;
      }[];
    } | null;
    tags: string[];
    lga: string | null;
    from: Instant;
    until: Instant | null;
  }[];
  language: string;
  next_change_at: Instant | null;
  total: number;
};

/** Input of `content.publicArticle`, GET /public/culture/{entryId}. */
export type ContentPublicArticleInput = {
  entryId: Uuid;
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `content.publicArticle`, GET /public/culture/{entryId}. */
export type ContentPublicArticleAnswer = {
  id: string;
  language: string;
  title: string;
  summary: string;
  cover: {
    alt: string;
    width: number;
    height: number;
    sizes: {
      width: number;
      height: number;
      bytes: number;
      url: string;
    }[];
  } | null;
  tags: string[];
  lga: string | null;
  from: Instant;
  until: Instant | null;
  html: string;
  text: string;
  gallery: {
    image: {
      alt: string;
      width: number;
      height: number;
      sizes: {
        width: number;
        height: number;
        bytes: number;
        url: string;
      }[];
    } | null;
    caption: string;
  }[];
  next_change_at: Instant | null;
};

/** Input of `content.publicImage`, GET /public/images/{imageId}/{width}. */
export type ContentPublicImageInput = {
  imageId: Uuid;
  /** A whole number. At least 1. At most 10000. */
  width: number;
};

/** Input of `content.publicPreview`, GET /public/previews/{token}. */
export type ContentPublicPreviewInput = {
  /** Matches ^[\w-]{43}$ */
  token: string;
};

/** Input of `content.announcementsForApp`, GET /app/announcements. */
export type ContentAnnouncementsForAppInput = {
  user_id: Uuid;
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `content.announcementsForApp`, GET /app/announcements. */
export type ContentAnnouncementsForAppAnswer = {
  items: {
    id: string;
    language: string;
    title: string;
    html: string;
    text: string;
    image: {
      alt: string;
      width: number;
      height: number;
      sizes: {
        width: number;
        height: number;
        bytes: number;
        url: string;
      }[];
    } | null;
    link: string | null;
    pinned: boolean;
    from: Instant;
    until: Instant | null;
    read: boolean;
  }[];
  language: string;
  next_change_at: Instant | null;
};

/** Input of `content.readAnnouncement`, POST /app/announcements/{entryId}/reads. */
export type ContentReadAnnouncementInput = {
  entryId: Uuid;
  user_id: Uuid;
};

/** Response of `content.readAnnouncement`, POST /app/announcements/{entryId}/reads. */
export type ContentReadAnnouncementAnswer = {
  read: true;
};

/** Input of `event.publicEvents`, GET /public/events. */
export type EventPublicEventsInput = {
  category?: Uuid;
  lga?: Lga;
  from?: Day;
  to?: Day;
  /** A whole number. At least 0. At most 10000. Default: 0. */
  page?: number;
};

/** Response of `event.publicEvents`, GET /public/events. */
export type EventPublicEventsAnswer = {
  items: {
    id: string;
    title: string;
    category: {
      id: string;
      name: string;
      colour: string;
      icon:
        | "music"
        | "trophy"
        | "drama"
        | "utensils"
        | "graduation-cap"
        | "presentation"
        | "church"
        | "baby"
        | "heart-handshake"
        | "palette"
        | "party-popper"
        | "film"
        | "mic"
        | "landmark"
        | "trees"
        | "calendar";
    };
    venue: string;
    lga: Lga | null;
    lat: number | null;
    lng: number | null;
    organiser: string;
    starts_at: Instant;
    ends_at: Instant;
    cover: {
      alt: string;
      width: number;
      height: number;
      sizes: {
        width: number;
        height: number;
        bytes: number;
        url: string;
      }[];
    } | null;
    price_from: number | null;
    price_to: number | null;
    sold_out: boolean;
  }[];
  total: number;
  next_change_at: Instant | null;
};

/** Input of `event.publicEvent`, GET /public/events/{eventId}. */
export type EventPublicEventInput = {
  eventId: Uuid;
};

/** Response of `event.publicEvent`, GET /public/events/{eventId}. */
export type EventPublicEventAnswer = {
  id: string;
  title: string;
  category: {
    id: string;
    name: string;
    colour: string;
    icon:
      | "music"
      | "trophy"
      | "drama"
      | "utensils"
      | "graduation-cap"
      | "presentation"
      | "church"
      | "baby"
      | "heart-handshake"
      | "palette"
      | "party-popper"
      | "film"
      | "mic"
      | "landmark"
      | "trees"
      | "calendar";
  };
  venue: string;
  lga: Lga | null;
  lat: number | null;
  lng: number | null;
  organiser: string;
  starts_at: Instant;
  ends_at: Instant;
  cover: {
    alt: string;
    width: number;
    height: number;
    sizes: {
      width: number;
      height: number;
      bytes: number;
      url: string;
    }[];
  } | null;
  price_from: number | null;
  price_to: number | null;
  sold_out: boolean;
  html: string;
  text: string;
  ticket_types: {
    id: string;
    name: string;
    description: string;
    price: number;
    min_per_order: number;
    max_per_order: number;
    sales_from: Instant | null;
    sales_until: Instant | null;
    sale: "on_sale" | "not_yet" | "over" | "sold_out";
    left: number;
  }[];
  next_change_at: Instant | null;
};

/** Input of `event.placeOrder`, POST /app/events/{eventId}/orders. */
export type EventPlaceOrderInput = {
  eventId: Uuid;
  user_id: Uuid;
  /** At least 1 item. At most 30 items. */
  items: {
    ticket_type_id: Uuid;
    /** A whole number. At least 1. At most 50. */
    quantity: number;
  }[];
};

/** Response of `event.placeOrder`, POST /app/events/{eventId}/orders. */
export type EventPlaceOrderAnswer = {
  id: string;
  reference: string;
  event: {
    id: string;
    title: string;
  };
  state: "reserved" | "paid" | "expired" | "failed" | "cancelled";
  total: number;
  items: {
    ticket_type_id: string;
    name: string;
    quantity: number;
    price: number;
  }[];
  expires_at: Instant;
  created_at: Instant;
  payment: {
    id: string;
    reference: string;
    channel: "card" | "bank_transfer" | "ussd" | "wallet";
    amount: number;
    fee: number;
    discount: number;
    cashback: number;
    state:
      | "pending"
      | "processing"
      | "succeeded"
      | "failed"
      | "expired"
      | "partially_refunded"
      | "refunded"
      | "disputed"
      | "won"
      | "lost";
    failure_reason: string | null;
    checkout:
      | {
          kind: "page";
          url: string;
          expires_at: Instant;
        }
      | {
          kind: "bank_account";
          bank: string;
          account_number: string;
          account_name: string;
          expires_at: Instant;
        }
      | {
          kind: "ussd";
          code: string;
          expires_at: Instant;
        }
      | null;
  } | null;
  tickets: {
    id: string;
    reference: string;
    code: string;
    type: string;
    state: "valid" | "checked_in" | "refunded" | "void";
    price: number;
  }[];
};

/** Input of `event.orderForApp`, GET /app/events/{eventId}/orders/{orderId}. */
export type EventOrderForAppInput = {
  eventId: Uuid;
  orderId: Uuid;
  user_id: Uuid;
};

/** Response of `event.orderForApp`, GET /app/events/{eventId}/orders/{orderId}. */
export type EventOrderForAppAnswer = {
  id: string;
  reference: string;
  event: {
    id: string;
    title: string;
  };
  state: "reserved" | "paid" | "expired" | "failed" | "cancelled";
  total: number;
  items: {
    ticket_type_id: string;
    name: string;
    quantity: number;
    price: number;
  }[];
  expires_at: Instant;
  created_at: Instant;
  payment: {
    id: string;
    reference: string;
    channel: "card" | "bank_transfer" | "ussd" | "wallet";
    amount: number;
    fee: number;
    discount: number;
    cashback: number;
    state:
      | "pending"
      | "processing"
      | "succeeded"
      | "failed"
      | "expired"
      | "partially_refunded"
      | "refunded"
      | "disputed"
      | "won"
      | "lost";
    failure_reason: string | null;
    checkout:
      | {
          kind: "page";
          url: string;
          expires_at: Instant;
        }
      | {
          kind: "bank_account";
          bank: string;
          account_number: string;
          account_name: string;
          expires_at: Instant;
        }
      | {
          kind: "ussd";
          code: string;
          expires_at: Instant;
        }
      | null;
  } | null;
  tickets: {
    id: string;
    reference: string;
    code: string;
    type: string;
    state: "valid" | "checked_in" | "refunded" | "void";
    price: number;
  }[];
};

/** Input of `event.payOrder`, POST /app/events/{eventId}/orders/{orderId}/payment. */
export type EventPayOrderInput = {
  eventId: Uuid;
  orderId: Uuid;
  user_id: Uuid;
  /** At most 60 characters. */
  method: string;
  promotion?: {
    promotion_id: Uuid;
    /** At most 40 characters. */
    code?: string;
    /** A whole number. At least 1. */
    benefit: number;
  };
  /** At most 200 characters. */
  device_id?: string;
  /** Matches ^\d{3,6}$ */
  ussd_bank_code?: string;
};

/** Response of `event.payOrder`, POST /app/events/{eventId}/orders/{orderId}/payment. */
export type EventPayOrderAnswer = {
  id: string;
  reference: string;
  event: {
    id: string;
    title: string;
  };
  state: "reserved" | "paid" | "expired" | "failed" | "cancelled";
  total: number;
  items: {
    ticket_type_id: string;
    name: string;
    quantity: number;
    price: number;
  }[];
  expires_at: Instant;
  created_at: Instant;
  payment: {
    id: string;
    reference: string;
    channel: "card" | "bank_transfer" | "ussd" | "wallet";
    amount: number;
    fee: number;
    discount: number;
    cashback: number;
    state:
      | "pending"
      | "processing"
      | "succeeded"
      | "failed"
      | "expired"
      | "partially_refunded"
      | "refunded"
      | "disputed"
      | "won"
      | "lost";
    failure_reason: string | null;
    checkout:
      | {
          kind: "page";
          url: string;
          expires_at: Instant;
        }
      | {
          kind: "bank_account";
          bank: string;
          account_number: string;
          account_name: string;
          expires_at: Instant;
        }
      | {
          kind: "ussd";
          code: string;
          expires_at: Instant;
        }
      | null;
  } | null;
  tickets: {
    id: string;
    reference: string;
    code: string;
    type: string;
    state: "valid" | "checked_in" | "refunded" | "void";
    price: number;
  }[];
};

/** Input of `event.cancelOrder`, POST /app/events/{eventId}/orders/{orderId}/cancellation. */
export type EventCancelOrderInput = {
  eventId: Uuid;
  orderId: Uuid;
  user_id: Uuid;
};

/** Response of `event.cancelOrder`, POST /app/events/{eventId}/orders/{orderId}/cancellation. */
export type EventCancelOrderAnswer = {
  id: string;
  reference: string;
  event: {
    id: string;
    title: string;
  };
  state: "reserved" | "paid" | "expired" | "failed" | "cancelled";
  total: number;
  items: {
    ticket_type_id: string;
    name: string;
    quantity: number;
    price: number;
  }[];
  expires_at: Instant;
  created_at: Instant;
  payment: {
    id: string;
    reference: string;
    channel: "card" | "bank_transfer" | "ussd" | "wallet";
    amount: number;
    fee: number;
    discount: number;
    cashback: number;
    state:
      | "pending"
      | "processing"
      | "succeeded"
      | "failed"
      | "expired"
      | "partially_refunded"
      | "refunded"
      | "disputed"
      | "won"
      | "lost";
    failure_reason: string | null;
    checkout:
      | {
          kind: "page";
          url: string;
          expires_at: Instant;
        }
      | {
          kind: "bank_account";
          bank: string;
          account_number: string;
          account_name: string;
          expires_at: Instant;
        }
      | {
          kind: "ussd";
          code: string;
          expires_at: Instant;
        }
      | null;
  } | null;
  tickets: {
    id: string;
    reference: string;
    code: string;
    type: string;
    state: "valid" | "checked_in" | "refunded" | "void";
    price: number;
  }[];
};

/** Input of `event.ticketsForApp`, GET /app/tickets. */
export type EventTicketsForAppInput = {
  user_id: Uuid;
  /** A whole number. At least 0. At most 10000. Default: 0. */
  page?: number;
};

/** Response of `event.ticketsForApp`, GET /app/tickets. */
export type EventTicketsForAppAnswer = {
  items: {
    id: string;
    reference: string;
    code: string;
    type: string;
    state: "valid" | "checked_in" | "refunded" | "void";
    price: number;
    event: {
      id: string;
      title: string;
      venue: string;
      starts_at: Instant | null;
      ends_at: Instant | null;
    };
  }[];
};

/** Input of `grant.eligibility`, GET /app/grants/{programmeId}/eligibility. */
export type GrantEligibilityInput = {
  programmeId: Uuid;
  user_id: Uuid;
};

/** Response of `grant.eligibility`, GET /app/grants/{programmeId}/eligibility. */
export type GrantEligibilityAnswer = {
  eligible: boolean;
  reasons: {
    reason: "tier" | "lga" | "group" | "age" | "not_open" | "applied";
    message: string;
  }[];
};

/** Input of `grant.apply`, POST /app/grants/{programmeId}/applications. */
export type GrantApplyInput = {
  programmeId: Uuid;
  user_id: Uuid;
  /** A whole number. At least 1. */
  amount?: number;
  /** At most 60 characters. */
  contact_phone: string;
  payout:
    | {
        kind: "wallet";
      }
    | {
        kind: "bank";
        /** At most 80 characters. */
        bank: string;
        /** Matches ^\d{3,6}$ */
        bank_code: string;
        /** Matches ^\d{10}$ */
        account_number: string;
        /** At most 120 characters. */
        account_name: string;
      };
  /** At most 30 items. */
  answers: {
    question_id: Uuid;
    /** At most 2000 characters. */
    answer: string;
  }[];
  /** At most 20 items. */
  documents: {
    document_id?: Uuid;
    upload_id: Uuid;
  }[];
  /** At most 200 characters. */
  device_id?: string;
};

/** Response of `grant.apply`, POST /app/grants/{programmeId}/applications. */
export type GrantApplyAnswer = {
  id: string;
  reference: string;
  programme: {
    id: string;
    name: string;
  };
  state: "submitted" | "shortlisted" | "approved" | "disbursed" | "rejected" | "payment_failed";
  amount_asked: number;
  amount: number | null;
  question: string | null;
  reason: string | null;
  submitted_at: Instant;
};

/** Input of `grant.applicationForApp`, GET /app/grants/{programmeId}/applications/{applicationId}. */
export type GrantApplicationForAppInput = {
  programmeId: Uuid;
  applicationId: Uuid;
  user_id: Uuid;
};

/** Response of `grant.applicationForApp`, GET /app/grants/{programmeId}/applications/{applicationId}. */
export type GrantApplicationForAppAnswer = {
  id: string;
  reference: string;
  programme: {
    id: string;
    name: string;
  };
  state: "submitted" | "shortlisted" | "approved" | "disbursed" | "rejected" | "payment_failed";
  amount_asked: number;
  amount: number | null;
  question: string | null;
  reason: string | null;
  submitted_at: Instant;
};

/** Input of `grant.answerForApp`, PATCH /app/grants/{programmeId}/applications/{applicationId}. */
export type GrantAnswerForAppInput = {
  programmeId: Uuid;
  applicationId: Uuid;
  user_id: Uuid;
  /** At most 2000 characters. */
  text: string;
  /** At most 20 items. Default: []. */
  documents?: {
    document_id?: Uuid;
    upload_id: Uuid;
  }[];
};

/** Response of `grant.answerForApp`, PATCH /app/grants/{programmeId}/applications/{applicationId}. */
export type GrantAnswerForAppAnswer = {
  id: string;
  reference: string;
  programme: {
    id: string;
    name: string;
  };
  state: "submitted" | "shortlisted" | "approved" | "disbursed" | "rejected" | "payment_failed";
  amount_asked: number;
  amount: number | null;
  question: string | null;
  reason: string | null;
  submitted_at: Instant;
};

/** Response of `grant.publicProgrammes`, GET /public/grants. */
export type GrantPublicProgrammesAnswer = {
  items: {
    id: string;
    name: string;
    sponsor: string;
    purpose: string;
    html: string;
    text: string;
    award_kind: "fixed" | "up_to";
    amount: number;
    opens_at: Instant;
    closes_at: Instant;
    takes_applications: boolean;
    tier_min: number | null;
    lgas: Lga[];
    age_min: number | null;
    age_max: number | null;
    is_for_group: boolean;
    questions: {
      id: string;
      kind: "text" | "number" | "choice" | "yes_no";
      label: string;
      required: boolean;
      choices: string[];
    }[];
    documents: {
      id: string;
      label: string;
      required: boolean;
      is_photo: boolean;
    }[];
    publishes_awards: boolean;
  }[];
};

/** Input of `grant.publicProgramme`, GET /public/grants/{programmeId}. */
export type GrantPublicProgrammeInput = {
  programmeId: Uuid;
};

/** Response of `grant.publicProgramme`, GET /public/grants/{programmeId}. */
export type GrantPublicProgrammeAnswer = {
  id: string;
  name: string;
  sponsor: string;
  purpose: string;
  html: string;
  text: string;
  award_kind: "fixed" | "up_to";
  amount: number;
  opens_at: Instant;
  closes_at: Instant;
  takes_applications: boolean;
  tier_min: number | null;
  lgas: Lga[];
  age_min: number | null;
  age_max: number | null;
  is_for_group: boolean;
  questions: {
    id: string;
    kind: "text" | "number" | "choice" | "yes_no";
    label: string;
    required: boolean;
    choices: string[];
  }[];
  documents: {
    id: string;
    label: string;
    required: boolean;
    is_photo: boolean;
  }[];
  publishes_awards: boolean;
};

/** Input of `grant.publicAwards`, GET /public/grants/{programmeId}/awards. */
export type GrantPublicAwardsInput = {
  programmeId: Uuid;
  /** A whole number. At least 0. At most 1000000. Default: 0. */
  page?: number;
  /** Default: 20. */
  size?: number;
};

/** Response of `grant.publicAwards`, GET /public/grants/{programmeId}/awards. */
export type GrantPublicAwardsAnswer = {
  items: {
    name: string;
    lga: Lga;
    amount: number;
  }[];
  page: number;
  size: number;
  total: number;
  totalIsCapped: boolean;
};

/** Response of `ireport.publicCategories`, GET /public/report-categories. */
export type IreportPublicCategoriesAnswer = {
  items: {
    id: string;
    name: string;
    parent_id: string | null;
    icon:
      | "construction"
      | "droplets"
      | "lightbulb"
      | "trash"
      | "flame"
      | "shield-alert"
      | "heart-pulse"
      | "school"
      | "trees"
      | "store"
      | "landmark"
      | "car"
      | "message-circle-warning";
    target_hours: number;
  }[];
};

/** Response of `ireport.categoriesForApp`, GET /app/report-categories. */
export type IreportCategoriesForAppAnswer = {
  items: {
    id: string;
    name: string;
    parent_id: string | null;
    icon:
      | "construction"
      | "droplets"
      | "lightbulb"
      | "trash"
      | "flame"
      | "shield-alert"
      | "heart-pulse"
      | "school"
      | "trees"
      | "store"
      | "landmark"
      | "car"
      | "message-circle-warning";
    target_hours: number;
    private: boolean;
  }[];
};

/** Input of `ireport.file`, POST /app/reports. */
export type IreportFileInput = {
  user_id?: Uuid;
  /** Default: false. */
  anonymous?: boolean;
  category_id: Uuid;
  /** At most 120 characters. */
  title: string;
  /** At most 4000 characters. */
  text: string;
  lga?: Lga;
  /** At most 80 characters. Default: "". */
  ward?: string;
  /** At least -90. At most 90. */
  lat?: number;
  /** At least -180. At most 180. */
  lng?: number;
  /** At most 5 items. Default: []. */
  photos?: Uuid[];
};

/** Response of `ireport.file`, POST /app/reports. */
export type IreportFileAnswer = {
  id: string;
  number: string;
  state: "submitted" | "acknowledged" | "in_progress" | "waiting_for_citizen" | "resolved" | "rejected" | "duplicate";
  due_at: Instant;
  code: string | null;
};

/** Input of `ireport.filed`, GET /app/reports. */
export type IreportFiledInput = {
  user_id: Uuid;
};

/** Response of `ireport.filed`, GET /app/reports. */
export type IreportFiledAnswer = {
  items: {
    id: string;
    number: string;
    category: string;
    title: string;
    state: "submitted" | "acknowledged" | "in_progress" | "waiting_for_citizen" | "resolved" | "rejected" | "duplicate";
    submitted_at: Instant;
    due_at: Instant;
  }[];
};

/** Input of `ireport.follow`, POST /app/reports/follow. */
export type IreportFollowInput = {
  user_id?: Uuid;
  /** Matches ^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$ */
  code?: string;
  ireport_id?: Uuid;
};

/** Response of `ireport.follow`, POST /app/reports/follow. */
export type IreportFollowAnswer = {
  id: string;
  number: string;
  category: string;
  title: string;
  text: string;
  lga: Lga;
  ward: string;
  state: "submitted" | "acknowledged" | "in_progress" | "waiting_for_citizen" | "resolved" | "rejected" | "duplicate";
  submitted_at: Instant;
  due_at: Instant;
  photos: number;
  messages: {
    id: string;
    kind: "update" | "question" | "answer" | "resolution" | "rejection" | "duplicate" | "reopening";
    from: "desk" | "citizen";
    text: string;
    at: Instant;
    photos: number;
  }[];
  may_answer: boolean;
  may_rate: boolean;
  may_reopen_until: Instant | null;
  rating: number | null;
};

/** Input of `ireport.answer`, POST /app/reports/{ireportId}/answers. */
export type IreportAnswerInput = {
  ireportId: Uuid;
  user_id?: Uuid;
  /** Matches ^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$ */
  code?: string;
  /** At most 2000 characters. */
  text: string;
  /** At most 5 items. Default: []. */
  photos?: Uuid[];
};

/** Response of `ireport.answer`, POST /app/reports/{ireportId}/answers. */
export type IreportAnswerAnswer = {
  id: string;
  number: string;
  category: string;
  title: string;
  text: string;
  lga: Lga;
  ward: string;
  state: "submitted" | "acknowledged" | "in_progress" | "waiting_for_citizen" | "resolved" | "rejected" | "duplicate";
  submitted_at: Instant;
  due_at: Instant;
  photos: number;
  messages: {
    id: string;
    kind: "update" | "question" | "answer" | "resolution" | "rejection" | "duplicate" | "reopening";
    from: "desk" | "citizen";
    text: string;
    at: Instant;
    photos: number;
  }[];
  may_answer: boolean;
  may_rate: boolean;
  may_reopen_until: Instant | null;
  rating: number | null;
};

/** Input of `ireport.rate`, POST /app/reports/{ireportId}/rating. */
export type IreportRateInput = {
  ireportId: Uuid;
  user_id?: Uuid;
  /** Matches ^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$ */
  code?: string;
  /** A whole number. At least 1. At most 5. */
  stars: number;
  /** At most 2000 characters. Default: "". */
  comment?: string;
};

/** Response of `ireport.rate`, POST /app/reports/{ireportId}/rating. */
export type IreportRateAnswer = {
  id: string;
  number: string;
  category: string;
  title: string;
  text: string;
  lga: Lga;
  ward: string;
  state: "submitted" | "acknowledged" | "in_progress" | "waiting_for_citizen" | "resolved" | "rejected" | "duplicate";
  submitted_at: Instant;
  due_at: Instant;
  photos: number;
  messages: {
    id: string;
    kind: "update" | "question" | "answer" | "resolution" | "rejection" | "duplicate" | "reopening";
    from: "desk" | "citizen";
    text: string;
    at: Instant;
    photos: number;
  }[];
  may_answer: boolean;
  may_rate: boolean;
  may_reopen_until: Instant | null;
  rating: number | null;
};

/** Input of `ireport.reopenAsCitizen`, POST /app/reports/{ireportId}/reopening. */
export type IreportReopenAsCitizenInput = {
  ireportId: Uuid;
  user_id?: Uuid;
  /** Matches ^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$ */
  code?: string;
  /** At most 2000 characters. */
  reason: string;
};

/** Response of `ireport.reopenAsCitizen`, POST /app/reports/{ireportId}/reopening. */
export type IreportReopenAsCitizenAnswer = {
  id: string;
  number: string;
  category: string;
  title: string;
  text: string;
  lga: Lga;
  ward: string;
  state: "submitted" | "acknowledged" | "in_progress" | "waiting_for_citizen" | "resolved" | "rejected" | "duplicate";
  submitted_at: Instant;
  due_at: Instant;
  photos: number;
  messages: {
    id: string;
    kind: "update" | "question" | "answer" | "resolution" | "rejection" | "duplicate" | "reopening";
    from: "desk" | "citizen";
    text: string;
    at: Instant;
    photos: number;
  }[];
  may_answer: boolean;
  may_rate: boolean;
  may_reopen_until: Instant | null;
  rating: number | null;
};

/** Input of `kyc.submitFromApp`, POST /app/kyc-requests. */
export type KycSubmitFromAppInput = {
  user_id: Uuid;
  /** At most 60 characters. */
  first_name: string;
  /** At most 60 characters. Default: "". */
  middle_name?: string;
  /** At most 60 characters. */
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  /** At most 60 characters. */
  phone: string;
  lga: Lga;
  /** At most 200 characters. */
  address: string;
  /** A whole number. At least 1. At most 3. */
  tier: number;
  identity_type: "nin" | "bvn" | "voters_card" | "drivers_licence" | "passport";
  /** At most 40 characters. */
  identity_number: string;
  /** Default: null. */
  identity_expires_on?: Day | null;
  /** At most 4 items. */
  documents: {
    kind: "front" | "back" | "selfie" | "proof_of_address";
    upload_id: Uuid;
  }[];
  origin?: {
    /** At most 200 characters. */
    device_id?: string;
    address?: string;
  };
};

/** Response of `kyc.submitFromApp`, POST /app/kyc-requests. */
export type KycSubmitFromAppAnswer = {
  id: string;
  reference: string;
  tier: number;
  state: "pending" | "in_review" | "approved" | "rejected" | "resubmission_requested" | "revoked";
  submitted_at: Instant;
  message: string | null;
  /** A whole number. At least 1. */
  version: number;
};

/** Input of `kyc.listForApp`, GET /app/kyc-requests. */
export type KycListForAppInput = {
  user_id: Uuid;
};

/** Response of `kyc.listForApp`, GET /app/kyc-requests. */
export type KycListForAppAnswer = {
  items: {
    id: string;
    reference: string;
    tier: number;
    state: "pending" | "in_review" | "approved" | "rejected" | "resubmission_requested" | "revoked";
    submitted_at: Instant;
    message: string | null;
    /** A whole number. At least 1. */
    version: number;
  }[];
};

/** Input of `kyc.resubmitFromApp`, POST /app/kyc-requests/{kycId}/resubmission. */
export type KycResubmitFromAppInput = {
  kycId: Uuid;
  /** A whole number. At least 1. */
  version: number;
  /** At most 60 characters. */
  first_name: string;
  /** At most 60 characters. Default: "". */
  middle_name?: string;
  /** At most 60 characters. */
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  /** At most 60 characters. */
  phone: string;
  lga: Lga;
  /** At most 200 characters. */
  address: string;
  /** A whole number. At least 1. At most 3. */
  tier: number;
  identity_type: "nin" | "bvn" | "voters_card" | "drivers_licence" | "passport";
  /** At most 40 characters. */
  identity_number: string;
  /** Default: null. */
  identity_expires_on?: Day | null;
  /** At most 4 items. */
  documents: {
    kind: "front" | "back" | "selfie" | "proof_of_address";
    upload_id: Uuid;
  }[];
  origin?: {
    /** At most 200 characters. */
    device_id?: string;
    address?: string;
  };
  user_id: Uuid;
};

/** Response of `kyc.resubmitFromApp`, POST /app/kyc-requests/{kycId}/resubmission. */
export type KycResubmitFromAppAnswer = {
  id: string;
  reference: string;
  tier: number;
  state: "pending" | "in_review" | "approved" | "rejected" | "resubmission_requested" | "revoked";
  submitted_at: Instant;
  message: string | null;
  /** A whole number. At least 1. */
  version: number;
};

/** Input of `promotion.quote`, POST /app/promotions/quote. */
export type PromotionQuoteInput = {
  user_id: Uuid;
  type: "wallet_funding" | "bill_payment" | "tax_and_levy" | "ticket";
  /** At most 60 characters. */
  method: string;
  /** A whole number. At least 1. */
  amount: number;
  /** At most 40 characters. */
  code?: string;
};

/** Response of `promotion.quote`, POST /app/promotions/quote. */
export type PromotionQuoteAnswer = {
  amount: number;
  fee: number;
  best: {
    promotion_id: string;
    name: string;
    description: string;
    kind: "percentage" | "flat" | "cashback";
    benefit: number;
    discount: number;
    cashback: number;
    to_pay: number;
  } | null;
  offers: {
    promotion_id: string;
    name: string;
    description: string;
    kind: "percentage" | "flat" | "cashback";
    benefit: number;
    discount: number;
    cashback: number;
    to_pay: number;
  }[];
  code_refused: {
    reason:
      | "not_active"
      | "not_started"
      | "over"
      | "type"
      | "channel"
      | "minimum"
      | "code_missing"
      | "code_wrong"
      | "code_used"
      | "audience"
      | "first_payment"
      | "uses_total"
      | "uses_per_user"
      | "budget"
      | "nothing"
      | "method_minimum"
      | "wallet"
      | "pool";
    message: string;
  } | null;
};

/** Response of `revenueHeads.listForApp`, GET /app/revenue-heads. */
export type RevenueHeadsListForAppAnswer = {
  items: {
    code: string;
    name: string;
    ministry: string;
  }[];
};

/** Input of `transaction.beginFromApp`, POST /app/payments. */
export type TransactionBeginFromAppInput = {
  user_id: Uuid;
  type: "wallet_funding" | "bill_payment" | "tax_and_levy";
  /** At most 60 characters. */
  method: string;
  /** A whole number. At least 1. */
  amount: number;
  /** At most 200 characters. Default: "". */
  description?: string;
  /** Matches ^[0-9A-Z][0-9A-Z.-]{1,19}$ */
  revenue_head?: string;
  promotion?: {
    promotion_id: Uuid;
    /** At most 40 characters. */
    code?: string;
    /** A whole number. At least 1. */
    benefit: number;
  };
  /** At most 200 characters. */
  device_id?: string;
  /** Matches ^\d{3,6}$ */
  ussd_bank_code?: string;
};

/** Response of `transaction.beginFromApp`, POST /app/payments. */
export type TransactionBeginFromAppAnswer = {
  id: string;
  reference: string;
  type:
    | "wallet_funding"
    | "transfer"
    | "bill_payment"
    | "tax_and_levy"
    | "ticket"
    | "grant_payout"
    | "withdrawal"
    | "refund";
  channel: "card" | "bank_transfer" | "ussd" | "wallet";
  amount: number;
  fee: number;
  refunded_amount: number;
  direction: "in" | "out";
  counterparty: string | null;
  account_last4: string | null;
  discount: number;
  cashback: number;
  state:
    | "pending"
    | "processing"
    | "succeeded"
    | "failed"
    | "expired"
    | "partially_refunded"
    | "refunded"
    | "disputed"
    | "won"
    | "lost";
  description: string;
  revenue_head: {
    code: string;
    name: string;
    ministry: string;
  } | null;
  failure_reason: string | null;
  checkout:
    | {
        kind: "page";
        url: string;
        expires_at: Instant;
      }
    | {
        kind: "bank_account";
        bank: string;
        account_number: string;
        account_name: string;
        expires_at: Instant;
      }
    | {
        kind: "ussd";
        code: string;
        expires_at: Instant;
      }
    | null;
  created_at: Instant;
  completed_at: Instant | null;
};

/** Input of `transaction.singleForApp`, GET /app/payments/{transactionId}. */
export type TransactionSingleForAppInput = {
  transactionId: Uuid;
  user_id: Uuid;
};

/** Response of `transaction.singleForApp`, GET /app/payments/{transactionId}. */
export type TransactionSingleForAppAnswer = {
  id: string;
  reference: string;
  type:
    | "wallet_funding"
    | "transfer"
    | "bill_payment"
    | "tax_and_levy"
    | "ticket"
    | "grant_payout"
    | "withdrawal"
    | "refund";
  channel: "card" | "bank_transfer" | "ussd" | "wallet";
  amount: number;
  fee: number;
  refunded_amount: number;
  direction: "in" | "out";
  counterparty: string | null;
  account_last4: string | null;
  discount: number;
  cashback: number;
  state:
    | "pending"
    | "processing"
    | "succeeded"
    | "failed"
    | "expired"
    | "partially_refunded"
    | "refunded"
    | "disputed"
    | "won"
    | "lost";
  description: string;
  revenue_head: {
    code: string;
    name: string;
    ministry: string;
  } | null;
  failure_reason: string | null;
  checkout:
    | {
        kind: "page";
        url: string;
        expires_at: Instant;
      }
    | {
        kind: "bank_account";
        bank: string;
        account_number: string;
        account_name: string;
        expires_at: Instant;
      }
    | {
        kind: "ussd";
        code: string;
        expires_at: Instant;
      }
    | null;
  created_at: Instant;
  completed_at: Instant | null;
};

/** Input of `transaction.listForApp`, GET /app/users/{userId}/transactions. */
export type TransactionListForAppInput = {
  userId: Uuid;
  /** A whole number. At least 1. At most 100. Default: 20. */
  size?: number;
  /** At most 60 characters. */
  cursor?: string;
};

/** Response of `transaction.listForApp`, GET /app/users/{userId}/transactions. */
export type TransactionListForAppAnswer = {
  items: {
    id: string;
    reference: string;
    type:
      | "wallet_funding"
      | "transfer"
      | "bill_payment"
      | "tax_and_levy"
      | "ticket"
      | "grant_payout"
      | "withdrawal"
      | "refund";
    channel: "card" | "bank_transfer" | "ussd" | "wallet";
    amount: number;
    fee: number;
    refunded_amount: number;
    direction: "in" | "out";
    counterparty: string | null;
    account_last4: string | null;
    discount: number;
    cashback: number;
    state:
      | "pending"
      | "processing"
      | "succeeded"
      | "failed"
      | "expired"
      | "partially_refunded"
      | "refunded"
      | "disputed"
      | "won"
      | "lost";
    description: string;
    revenue_head: {
      code: string;
      name: string;
      ministry: string;
    } | null;
    failure_reason: string | null;
    checkout:
      | {
          kind: "page";
          url: string;
          expires_at: Instant;
        }
      | {
          kind: "bank_account";
          bank: string;
          account_number: string;
          account_name: string;
          expires_at: Instant;
        }
      | {
          kind: "ussd";
          code: string;
          expires_at: Instant;
        }
      | null;
    created_at: Instant;
    completed_at: Instant | null;
  }[];
  next_cursor: string | null;
};

/** Input of `transaction.recipientForApp`, GET /app/recipients. */
export type TransactionRecipientForAppInput = {
  /** At most 60 characters. */
  phone: string;
};

/** Response of `transaction.recipientForApp`, GET /app/recipients. */
export type TransactionRecipientForAppAnswer = {
  user_id: string;
  name: string;
};

/** Response of `transaction.banksForApp`, GET /app/banks. */
export type TransactionBanksForAppAnswer = {
  items: {
    code: string;
    name: string;
  }[];
  refreshed_at: Instant | null;
};

/** Input of `transaction.transferFromApp`, POST /app/transfers. */
export type TransactionTransferFromAppInput = {
  user_id: Uuid;
  to_user_id?: Uuid;
  /** At most 60 characters. */
  to_phone?: string;
  /** A whole number. At least 1. */
  amount: number;
  /** At most 200 characters. Default: "". */
  description?: string;
};

/** Response of `transaction.transferFromApp`, POST /app/transfers. */
export type TransactionTransferFromAppAnswer = {
  id: string;
  reference: string;
  type:
    | "wallet_funding"
    | "transfer"
    | "bill_payment"
    | "tax_and_levy"
    | "ticket"
    | "grant_payout"
    | "withdrawal"
    | "refund";
  channel: "card" | "bank_transfer" | "ussd" | "wallet";
  amount: number;
  fee: number;
  refunded_amount: number;
  direction: "in" | "out";
  counterparty: string | null;
  account_last4: string | null;
  discount: number;
  cashback: number;
  state:
    | "pending"
    | "processing"
    | "succeeded"
    | "failed"
    | "expired"
    | "partially_refunded"
    | "refunded"
    | "disputed"
    | "won"
    | "lost";
  description: string;
  revenue_head: {
    code: string;
    name: string;
    ministry: string;
  } | null;
  failure_reason: string | null;
  checkout:
    | {
        kind: "page";
        url: string;
        expires_at: Instant;
      }
    | {
        kind: "bank_account";
        bank: string;
        account_number: string;
        account_name: string;
        expires_at: Instant;
      }
    | {
        kind: "ussd";
        code: string;
        expires_at: Instant;
      }
    | null;
  created_at: Instant;
  completed_at: Instant | null;
};

/** Input of `transaction.withdrawFromApp`, POST /app/withdrawals. */
export type TransactionWithdrawFromAppInput = {
  user_id: Uuid;
  /** Matches ^\d{3,6}$ */
  bank_code: string;
  /** Matches ^\d{10}$ */
  account_number: string;
  /** A whole number. At least 1. */
  amount: number;
  /** At most 200 characters. Default: "". */
  description?: string;
};

/** Response of `transaction.withdrawFromApp`, POST /app/withdrawals. */
export type TransactionWithdrawFromAppAnswer = {
  id: string;
  reference: string;
  type:
    | "wallet_funding"
    | "transfer"
    | "bill_payment"
    | "tax_and_levy"
    | "ticket"
    | "grant_payout"
    | "withdrawal"
    | "refund";
  channel: "card" | "bank_transfer" | "ussd" | "wallet";
  amount: number;
  fee: number;
  refunded_amount: number;
  direction: "in" | "out";
  counterparty: string | null;
  account_last4: string | null;
  discount: number;
  cashback: number;
  state:
    | "pending"
    | "processing"
    | "succeeded"
    | "failed"
    | "expired"
    | "partially_refunded"
    | "refunded"
    | "disputed"
    | "won"
    | "lost";
  description: string;
  revenue_head: {
    code: string;
    name: string;
    ministry: string;
  } | null;
  failure_reason: string | null;
  checkout:
    | {
        kind: "page";
        url: string;
        expires_at: Instant;
      }
    | {
        kind: "bank_account";
        bank: string;
        account_number: string;
        account_name: string;
        expires_at: Instant;
      }
    | {
        kind: "ussd";
        code: string;
        expires_at: Instant;
      }
    | null;
  created_at: Instant;
  completed_at: Instant | null;
};

/** Input of `user.openFromApp`, POST /app/users. */
export type UserOpenFromAppInput = {
  /** At most 100 characters. */
  external_id: string;
  /** At most 60 characters. */
  first_name: string;
  /** At most 60 characters. Default: "". */
  middle_name?: string;
  /** At most 60 characters. */
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  /** At most 60 characters. */
  phone: string;
  lga: Lga;
  /** Default: null. */
  email?: string | null;
  /** At most 200 characters. Default: "". */
  address?: string;
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
};

/** Response of `user.openFromApp`, POST /app/users. */
export type UserOpenFromAppAnswer = {
  id: string;
  external_id: string | null;
  first_name: string;
  middle_name: string;
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  phone: string;
  lga: Lga;
  phone_verified_at: Instant | null;
  email: string | null;
  address: string;
  language: string;
  tier: number;
  status: "active" | "restricted" | "suspended" | "closed";
  restriction: {
    kind: "no_debit" | "no_credit" | "both";
    until: Instant | null;
  } | null;
  status_message: string | null;
  limits: {
    daily_debit: number;
    balance: number | null;
  };
  used: {
    daily_debit: number;
    balance: number;
  };
  left: {
    daily_debit: number;
    balance: number | null;
  };
  sessions_valid_from: Instant | null;
  joined_at: Instant;
  /** A whole number. At least 1. */
  version: number;
};

/** Input of `user.findForApp`, GET /app/users. */
export type UserFindForAppInput = {
  /** At most 100 characters. */
  external_id?: string;
  /** At most 60 characters. */
  phone?: string;
};

/** Response of `user.findForApp`, GET /app/users. */
export type UserFindForAppAnswer = {
  id: string;
  external_id: string | null;
  first_name: string;
  middle_name: string;
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  phone: string;
  lga: Lga;
  phone_verified_at: Instant | null;
  email: string | null;
  address: string;
  language: string;
  tier: number;
  status: "active" | "restricted" | "suspended" | "closed";
  restriction: {
    kind: "no_debit" | "no_credit" | "both";
    until: Instant | null;
  } | null;
  status_message: string | null;
  limits: {
    daily_debit: number;
    balance: number | null;
  };
  used: {
    daily_debit: number;
    balance: number;
  };
  left: {
    daily_debit: number;
    balance: number | null;
  };
  sessions_valid_from: Instant | null;
  joined_at: Instant;
  /** A whole number. At least 1. */
  version: number;
};

/** Input of `user.singleForApp`, GET /app/users/{userId}. */
export type UserSingleForAppInput = {
  userId: Uuid;
};

/** Response of `user.singleForApp`, GET /app/users/{userId}. */
export type UserSingleForAppAnswer = {
  id: string;
  external_id: string | null;
  first_name: string;
  middle_name: string;
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  phone: string;
  lga: Lga;
  phone_verified_at: Instant | null;
  email: string | null;
  address: string;
  language: string;
  tier: number;
  status: "active" | "restricted" | "suspended" | "closed";
  restriction: {
    kind: "no_debit" | "no_credit" | "both";
    until: Instant | null;
  } | null;
  status_message: string | null;
  limits: {
    daily_debit: number;
    balance: number | null;
  };
  used: {
    daily_debit: number;
    balance: number;
  };
  left: {
    daily_debit: number;
    balance: number | null;
  };
  sessions_valid_from: Instant | null;
  joined_at: Instant;
  /** A whole number. At least 1. */
  version: number;
};

/** Input of `user.updateFromApp`, PATCH /app/users/{userId}. */
export type UserUpdateFromAppInput = {
  userId: Uuid;
  /** A whole number. At least 1. */
  version: number;
  email?: string | null;
  /** At most 200 characters. */
  address?: string;
  lga?: Lga;
  /** Matches ^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$ */
  language?: string;
  /** At most 60 characters. */
  phone?: string;
  phone_verified_at?: Instant;
  /** At most 60 characters. */
  first_name?: string;
  /** At most 60 characters. */
  middle_name?: string;
  /** At most 60 characters. */
  last_name?: string;
  date_of_birth?: Day;
};

/** Response of `user.updateFromApp`, PATCH /app/users/{userId}. */
export type UserUpdateFromAppAnswer = {
  id: string;
  external_id: string | null;
  first_name: string;
  middle_name: string;
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  phone: string;
  lga: Lga;
  phone_verified_at: Instant | null;
  email: string | null;
  address: string;
  language: string;
  tier: number;
  status: "active" | "restricted" | "suspended" | "closed";
  restriction: {
    kind: "no_debit" | "no_credit" | "both";
    until: Instant | null;
  } | null;
  status_message: string | null;
  limits: {
    daily_debit: number;
    balance: number | null;
  };
  used: {
    daily_debit: number;
    balance: number;
  };
  left: {
    daily_debit: number;
    balance: number | null;
  };
  sessions_valid_from: Instant | null;
  joined_at: Instant;
  /** A whole number. At least 1. */
  version: number;
};

/** Input of `user.walletForApp`, GET /app/users/{userId}/wallet. */
export type UserWalletForAppInput = {
  userId: Uuid;
};

/** Response of `user.walletForApp`, GET /app/users/{userId}/wallet. */
export type UserWalletForAppAnswer = {
  balance: number;
  available: number;
  limits: {
    daily_debit: number;
    balance: number | null;
  };
  used: {
    daily_debit: number;
    balance: number;
  };
  left: {
    daily_debit: number;
    balance: number | null;
  };
};

/** Input of `user.statementForApp`, GET /app/users/{userId}/statement. */
export type UserStatementForAppInput = {
  userId: Uuid;
  from: Day;
  to: Day;
  /** A whole number. At least 1. At most 100. Default: 20. */
  size?: number;
  /** At most 60 characters. */
  cursor?: string;
};

/** Response of `user.statementForApp`, GET /app/users/{userId}/statement. */
export type UserStatementForAppAnswer = {
  from: Day;
  to: Day;
  opening: number;
  closing: number;
  in: number;
  out: number;
  items: {
    posted_at: Instant;
    description: string;
    amount: number;
    balance_after: number;
  }[];
  next_cursor: string | null;
};

/** Input of `user.closeFromApp`, POST /app/users/{userId}/closing. */
export type UserCloseFromAppInput = {
  userId: Uuid;
  /** A whole number. At least 1. */
  version: number;
};

/** Response of `user.closeFromApp`, POST /app/users/{userId}/closing. */
export type UserCloseFromAppAnswer = {
  id: string;
  external_id: string | null;
  first_name: string;
  middle_name: string;
  last_name: string;
  date_of_birth: Day;
  gender: "female" | "male";
  phone: string;
  lga: Lga;
  phone_verified_at: Instant | null;
  email: string | null;
  address: string;
  language: string;
  tier: number;
  status: "active" | "restricted" | "suspended" | "closed";
  restriction: {
    kind: "no_debit" | "no_credit" | "both";
    until: Instant | null;
  } | null;
  status_message: string | null;
  limits: {
    daily_debit: number;
    balance: number | null;
  };
  used: {
    daily_debit: number;
    balance: number;
  };
  left: {
    daily_debit: number;
    balance: number | null;
  };
  sessions_valid_from: Instant | null;
  joined_at: Instant;
  /** A whole number. At least 1. */
  version: number;
};

/**
 * Returns the client of the citizen app's API: one function per call, in groups as at /api/v1/docs.
 * @param options where the API is, and the key of the app's server
 */
export function citizenAppClient(options: ClientOptions) {
  const send = sender(options);
  const sendFile = fileSender(send, options);
  return {
    appConfig: {
      /** Languages of the app. GET /public/languages */
      publicLanguages: (options?: CallOptions) =>
        send<AppConfigPublicLanguagesAnswer>({ method: "GET", path: "/public/languages" }, {}, options),
      /** All texts of one language, `efi.json`. GET /public/languages/{file} */
      publicBundle: (input: AppConfigPublicBundleInput, options?: CallOptions) =>
        send<AppConfigPublicBundleAnswer>({ method: "GET", path: "/public/languages/{file}" }, input, options),
      /** Report the keys that a release of the app uses. POST /app/languages/keys */
      reportKeys: (input: AppConfigReportKeysInput, options?: WriteOptions) =>
        send<AppConfigReportKeysAnswer>({ method: "POST", path: "/app/languages/keys", isWrite: true }, input, options),
      /** Emergency numbers in their order. GET /public/emergency-numbers */
      publicEmergencyNumbers: (input: AppConfigPublicEmergencyNumbersInput = {}, options?: CallOptions) =>
        send<AppConfigPublicEmergencyNumbersAnswer>(
          { method: "GET", path: "/public/emergency-numbers" },
          input,
          options,
        ),
      /** Record that a citizen opened a broadcast. POST /app/broadcasts/{broadcastId}/opens */
      openBroadcast: (input: AppConfigOpenBroadcastInput, options?: WriteOptions) =>
        send<AppConfigOpenBroadcastAnswer>(
          { method: "POST", path: "/app/broadcasts/{broadcastId}/opens", isWrite: true },
          input,
          options,
        ),
      /** FAQ questions and answers in their order. GET /public/faq */
      publicFaq: (input: AppConfigPublicFaqInput = {}, options?: CallOptions) =>
        send<AppConfigPublicFaqAnswer>({ method: "GET", path: "/public/faq" }, input, options),
      /** The terms in force, and the next version. GET /public/terms */
      publicTerms: (input: AppConfigPublicTermsInput = {}, options?: CallOptions) =>
        send<AppConfigPublicTermsAnswer>({ method: "GET", path: "/public/terms" }, input, options),
      /** The privacy policy in force, and the next version. GET /public/privacy */
      publicPrivacy: (input: AppConfigPublicPrivacyInput = {}, options?: CallOptions) =>
        send<AppConfigPublicPrivacyAnswer>({ method: "GET", path: "/public/privacy" }, input, options),
      /** Search the FAQ; searches without a result are stored without a name. POST /app/faq/searches */
      searchFaq: (input: AppConfigSearchFaqInput, options?: WriteOptions) =>
        send<AppConfigSearchFaqAnswer>({ method: "POST", path: "/app/faq/searches", isWrite: true }, input, options),
      /** Rate an FAQ answer as helpful or not. POST /app/faq/{entryId}/votes */
      voteFaq: (input: AppConfigVoteFaqInput, options?: WriteOptions) =>
        send<AppConfigVoteFaqAnswer>(
          { method: "POST", path: "/app/faq/{entryId}/votes", isWrite: true },
          input,
          options,
        ),
      /** Versions that a citizen accepted, and those still to accept. GET /app/acceptances */
      acceptancesForApp: (input: AppConfigAcceptancesForAppInput, options?: CallOptions) =>
        send<AppConfigAcceptancesForAppAnswer>({ method: "GET", path: "/app/acceptances" }, input, options),
      /** Accept a version of the terms or privacy policy. POST /app/acceptances */
      accept: (input: AppConfigAcceptInput, options?: WriteOptions) =>
        send<AppConfigAcceptAnswer>({ method: "POST", path: "/app/acceptances", isWrite: true }, input, options),
    },
    citizen: {
      /** Upload one JPEG, PNG, WebP, HEIC, AVIF or PDF, up to 10 MB, for a request or report that follows within a day. POST /app/uploads */
      upload: (
        file: Blob | Uint8Array,
        contentType:
          | "image/jpeg"
          | "image/png"
          | "image/webp"
          | "image/heic"
          | "image/heif"
          | "image/avif"
          | "application/pdf",
        options?: WriteOptions,
      ) =>
        sendFile<CitizenUploadAnswer>(
          { method: "POST", path: "/app/uploads", isWrite: true },
          new Blob([file instanceof Blob ? file : new Uint8Array(file)], { type: contentType }),
          options,
        ),
      /** Begin the upload of a file straight to the bucket; the call that uploads a file then completes it. POST /app/uploads/direct */
      beginUpload: (input: CitizenBeginUploadInput, options?: WriteOptions) =>
        send<CitizenBeginUploadAnswer>({ method: "POST", path: "/app/uploads/direct", isWrite: true }, input, options),
      /** Register a device for push notifications to a citizen. POST /app/devices */
      saveDevice: (input: CitizenSaveDeviceInput, options?: WriteOptions) =>
        send<CitizenSaveDeviceAnswer>({ method: "POST", path: "/app/devices", isWrite: true }, input, options),
      /** Stop push notifications to a citizen's device. DELETE /app/devices */
      forgetDevice: (input: CitizenForgetDeviceInput, options?: WriteOptions) =>
        send<CitizenForgetDeviceAnswer>({ method: "DELETE", path: "/app/devices", isWrite: true }, input, options),
    },
    content: {
      /** Announcements for everybody, pinned first. GET /public/announcements */
      publicAnnouncements: (input: ContentPublicAnnouncementsInput = {}, options?: CallOptions) =>
        send<ContentPublicAnnouncementsAnswer>({ method: "GET", path: "/public/announcements" }, input, options),
      /** Slides of the app's home screen, in their order. GET /public/slides */
      publicSlides: (input: ContentPublicSlidesInput = {}, options?: CallOptions) =>
        send<ContentPublicSlidesAnswer>({ method: "GET", path: "/public/slides" }, input, options),
      /** Articles on culture, newest first. GET /public/culture */
      publicCulture: (input: ContentPublicCultureInput = {}, options?: CallOptions) =>
        send<ContentPublicCultureAnswer>({ method: "GET", path: "/public/culture" }, input, options),
      /** One culture article with its gallery. GET /public/culture/{entryId} */
      publicArticle: (input: ContentPublicArticleInput, options?: CallOptions) =>
        send<ContentPublicArticleAnswer>({ method: "GET", path: "/public/culture/{entryId}" }, input, options),
      /** A picture of published content. GET /public/images/{imageId}/{width} */
      publicImage: (input: ContentPublicImageInput, options?: CallOptions) =>
        send<Blob>({ method: "GET", path: "/public/images/{imageId}/{width}", isFile: true }, input, options),
      /** Preview page of a draft, valid for an hour. GET /public/previews/{token} */
      publicPreview: (input: ContentPublicPreviewInput, options?: CallOptions) =>
        send<Blob>({ method: "GET", path: "/public/previews/{token}", isFile: true }, input, options),
      /** Announcements for everybody and for one citizen. GET /app/announcements */
      announcementsForApp: (input: ContentAnnouncementsForAppInput, options?: CallOptions) =>
        send<ContentAnnouncementsForAppAnswer>({ method: "GET", path: "/app/announcements" }, input, options),
      /** Record that a citizen has read an announcement. POST /app/announcements/{entryId}/reads */
      readAnnouncement: (input: ContentReadAnnouncementInput, options?: WriteOptions) =>
        send<ContentReadAnnouncementAnswer>(
          { method: "POST", path: "/app/announcements/{entryId}/reads", isWrite: true },
          input,
          options,
        ),
    },
    event: {
      /** Live events, by start. GET /public/events */
      publicEvents: (input: EventPublicEventsInput = {}, options?: CallOptions) =>
        send<EventPublicEventsAnswer>({ method: "GET", path: "/public/events" }, input, options),
      /** One live event with its ticket types. GET /public/events/{eventId} */
      publicEvent: (input: EventPublicEventInput, options?: CallOptions) =>
        send<EventPublicEventAnswer>({ method: "GET", path: "/public/events/{eventId}" }, input, options),
      /** Reserve tickets for 15 minutes; free tickets are issued immediately. POST /app/events/{eventId}/orders */
      placeOrder: (input: EventPlaceOrderInput, options?: WriteOptions) =>
        send<EventPlaceOrderAnswer>(
          { method: "POST", path: "/app/events/{eventId}/orders", isWrite: true },
          input,
          options,
        ),
      /** State of a citizen's ticket order. GET /app/events/{eventId}/orders/{orderId} */
      orderForApp: (input: EventOrderForAppInput, options?: CallOptions) =>
        send<EventOrderForAppAnswer>({ method: "GET", path: "/app/events/{eventId}/orders/{orderId}" }, input, options),
      /** Pay a ticket order from the wallet, or begin its payment with a payment provider. POST /app/events/{eventId}/orders/{orderId}/payment */
      payOrder: (input: EventPayOrderInput, options?: WriteOptions) =>
        send<EventPayOrderAnswer>(
          { method: "POST", path: "/app/events/{eventId}/orders/{orderId}/payment", isWrite: true },
          input,
          options,
        ),
      /** Cancel an unpaid ticket order; its seats are available again. POST /app/events/{eventId}/orders/{orderId}/cancellation */
      cancelOrder: (input: EventCancelOrderInput, options?: WriteOptions) =>
        send<EventCancelOrderAnswer>(
          { method: "POST", path: "/app/events/{eventId}/orders/{orderId}/cancellation", isWrite: true },
          input,
          options,
        ),
      /** A citizen's tickets with their codes, newest first. GET /app/tickets */
      ticketsForApp: (input: EventTicketsForAppInput, options?: CallOptions) =>
        send<EventTicketsForAppAnswer>({ method: "GET", path: "/app/tickets" }, input, options),
    },
    grant: {
      /** Whether a citizen may apply, with the reasons if not. GET /app/grants/{programmeId}/eligibility */
      eligibility: (input: GrantEligibilityInput, options?: CallOptions) =>
        send<GrantEligibilityAnswer>({ method: "GET", path: "/app/grants/{programmeId}/eligibility" }, input, options),
      /** Apply for a grant. POST /app/grants/{programmeId}/applications */
      apply: (input: GrantApplyInput, options?: WriteOptions) =>
        send<GrantApplyAnswer>(
          { method: "POST", path: "/app/grants/{programmeId}/applications", isWrite: true },
          input,
          options,
        ),
      /** State of a citizen's grant application. GET /app/grants/{programmeId}/applications/{applicationId} */
      applicationForApp: (input: GrantApplicationForAppInput, options?: CallOptions) =>
        send<GrantApplicationForAppAnswer>(
          { method: "GET", path: "/app/grants/{programmeId}/applications/{applicationId}" },
          input,
          options,
        ),
      /** Send the information requested for a grant application. PATCH /app/grants/{programmeId}/applications/{applicationId} */
      answerForApp: (input: GrantAnswerForAppInput, options?: WriteOptions) =>
        send<GrantAnswerForAppAnswer>(
          { method: "PATCH", path: "/app/grants/{programmeId}/applications/{applicationId}", isWrite: true },
          input,
          options,
        ),
      /** Programmes that take applications. GET /public/grants */
      publicProgrammes: (options?: CallOptions) =>
        send<GrantPublicProgrammesAnswer>({ method: "GET", path: "/public/grants" }, {}, options),
      /** One programme, its questions and documents. GET /public/grants/{programmeId} */
      publicProgramme: (input: GrantPublicProgrammeInput, options?: CallOptions) =>
        send<GrantPublicProgrammeAnswer>({ method: "GET", path: "/public/grants/{programmeId}" }, input, options),
      /** Paid beneficiaries: name, LGA and amount, if the programme publishes them. GET /public/grants/{programmeId}/awards */
      publicAwards: (input: GrantPublicAwardsInput, options?: CallOptions) =>
        send<GrantPublicAwardsAnswer>({ method: "GET", path: "/public/grants/{programmeId}/awards" }, input, options),
    },
    ireport: {
      /** Categories for reports by everyone. GET /public/report-categories */
      publicCategories: (options?: CallOptions) =>
        send<IreportPublicCategoriesAnswer>({ method: "GET", path: "/public/report-categories" }, {}, options),
      /** Categories for reports, including private ones. GET /app/report-categories */
      categoriesForApp: (options?: CallOptions) =>
        send<IreportCategoriesForAppAnswer>({ method: "GET", path: "/app/report-categories" }, {}, options),
      /** File a report of a citizen, or an anonymous one. POST /app/reports */
      file: (input: IreportFileInput, options?: WriteOptions) =>
        send<IreportFileAnswer>({ method: "POST", path: "/app/reports", isWrite: true }, input, options),
      /** The reports of a citizen. GET /app/reports */
      filed: (input: IreportFiledInput, options?: CallOptions) =>
        send<IreportFiledAnswer>({ method: "GET", path: "/app/reports" }, input, options),
      /** One report: by its citizen, or by the code of an anonymous one. POST /app/reports/follow */
      follow: (input: IreportFollowInput = {}, options?: CallOptions) =>
        send<IreportFollowAnswer>({ method: "POST", path: "/app/reports/follow" }, input, options),
      /** Reply to an officer's question about a report. POST /app/reports/{ireportId}/answers */
      answer: (input: IreportAnswerInput, options?: WriteOptions) =>
        send<IreportAnswerAnswer>(
          { method: "POST", path: "/app/reports/{ireportId}/answers", isWrite: true },
          input,
          options,
        ),
      /** Rate the resolution of a report. POST /app/reports/{ireportId}/rating */
      rate: (input: IreportRateInput, options?: WriteOptions) =>
        send<IreportRateAnswer>(
          { method: "POST", path: "/app/reports/{ireportId}/rating", isWrite: true },
          input,
          options,
        ),
      /** Reopen a report within 14 days of its resolution. POST /app/reports/{ireportId}/reopening */
      reopenAsCitizen: (input: IreportReopenAsCitizenInput, options?: WriteOptions) =>
        send<IreportReopenAsCitizenAnswer>(
          { method: "POST", path: "/app/reports/{ireportId}/reopening", isWrite: true },
          input,
          options,
        ),
    },
    kyc: {
      /** Submit an identity request of a citizen. POST /app/kyc-requests */
      submitFromApp: (input: KycSubmitFromAppInput, options?: WriteOptions) =>
        send<KycSubmitFromAppAnswer>({ method: "POST", path: "/app/kyc-requests", isWrite: true }, input, options),
      /** The identity requests of a citizen, newest first. GET /app/kyc-requests */
      listForApp: (input: KycListForAppInput, options?: CallOptions) =>
        send<KycListForAppAnswer>({ method: "GET", path: "/app/kyc-requests" }, input, options),
      /** Resubmit a citizen's request that was sent back. POST /app/kyc-requests/{kycId}/resubmission */
      resubmitFromApp: (input: KycResubmitFromAppInput, options?: WriteOptions) =>
        send<KycResubmitFromAppAnswer>(
          { method: "POST", path: "/app/kyc-requests/{kycId}/resubmission", isWrite: true },
          input,
          options,
        ),
    },
    promotion: {
      /** Promotions that apply to a citizen's payment, and the benefit of each. POST /app/promotions/quote */
      quote: (input: PromotionQuoteInput, options?: CallOptions) =>
        send<PromotionQuoteAnswer>({ method: "POST", path: "/app/promotions/quote" }, input, options),
    },
    revenueHeads: {
      /** Revenue heads that take payments of taxes and levies today, by code. GET /app/revenue-heads */
      listForApp: (options?: CallOptions) =>
        send<RevenueHeadsListForAppAnswer>({ method: "GET", path: "/app/revenue-heads" }, {}, options),
    },
    transaction: {
      /** Begin a payment of a citizen with a payment provider, or pay a bill or levy from the wallet. POST /app/payments */
      beginFromApp: (input: TransactionBeginFromAppInput, options?: WriteOptions) =>
        send<TransactionBeginFromAppAnswer>({ method: "POST", path: "/app/payments", isWrite: true }, input, options),
      /** State of a citizen's payment, transfer or withdrawal. GET /app/payments/{transactionId} */
      singleForApp: (input: TransactionSingleForAppInput, options?: CallOptions) =>
        send<TransactionSingleForAppAnswer>({ method: "GET", path: "/app/payments/{transactionId}" }, input, options),
      /** A citizen's transactions, newest first, including those sent by others. Send next_cursor to get the next page. GET /app/users/{userId}/transactions */
      listForApp: (input: TransactionListForAppInput, options?: CallOptions) =>
        send<TransactionListForAppAnswer>({ method: "GET", path: "/app/users/{userId}/transactions" }, input, options),
      /** Recipient of a transfer to this phone number, with masked surname, for the sender to confirm. GET /app/recipients */
      recipientForApp: (input: TransactionRecipientForAppInput, options?: CallOptions) =>
        send<TransactionRecipientForAppAnswer>({ method: "GET", path: "/app/recipients" }, input, options),
      /** Banks that receive payouts, by name, and when the list was last refreshed; empty without a real provider. GET /app/banks */
      banksForApp: (options?: CallOptions) =>
        send<TransactionBanksForAppAnswer>({ method: "GET", path: "/app/banks" }, {}, options),
      /** Transfer money from a citizen's wallet to another's, by user id or phone number. POST /app/transfers */
      transferFromApp: (input: TransactionTransferFromAppInput, options?: WriteOptions) =>
        send<TransactionTransferFromAppAnswer>(
          { method: "POST", path: "/app/transfers", isWrite: true },
          input,
          options,
        ),
      /** Withdraw money from a citizen's wallet to a bank account. It is reserved until the bank has received or returned it. POST /app/withdrawals */
      withdrawFromApp: (input: TransactionWithdrawFromAppInput, options?: WriteOptions) =>
        send<TransactionWithdrawFromAppAnswer>(
          { method: "POST", path: "/app/withdrawals", isWrite: true },
          input,
          options,
        ),
    },
    user: {
      /** Open a citizen's account. The same data under the same external_id returns the same account. POST /app/users */
      openFromApp: (input: UserOpenFromAppInput, options?: WriteOptions) =>
        send<UserOpenFromAppAnswer>({ method: "POST", path: "/app/users", isWrite: true }, input, options),
      /** Find a citizen's account by the app's id or by phone number. GET /app/users */
      findForApp: (input: UserFindForAppInput = {}, options?: CallOptions) =>
        send<UserFindForAppAnswer>({ method: "GET", path: "/app/users" }, input, options),
      /** A citizen's account with its tier, limits, and what is left of them today. GET /app/users/{userId} */
      singleForApp: (input: UserSingleForAppInput, options?: CallOptions) =>
        send<UserSingleForAppAnswer>({ method: "GET", path: "/app/users/{userId}" }, input, options),
      /** Change a citizen's account. Names and date of birth can be changed while the tier is 0. PATCH /app/users/{userId} */
      updateFromApp: (input: UserUpdateFromAppInput, options?: WriteOptions) =>
        send<UserUpdateFromAppAnswer>({ method: "PATCH", path: "/app/users/{userId}", isWrite: true }, input, options),
      /** A citizen's wallet: balance, available balance, and the limits of the tier. GET /app/users/{userId}/wallet */
      walletForApp: (input: UserWalletForAppInput, options?: CallOptions) =>
        send<UserWalletForAppAnswer>({ method: "GET", path: "/app/users/{userId}/wallet" }, input, options),
      /** A statement of a citizen's wallet over whole Lagos days, oldest line first. Send next_cursor to get more lines. GET /app/users/{userId}/statement */
      statementForApp: (input: UserStatementForAppInput, options?: CallOptions) =>
        send<UserStatementForAppAnswer>({ method: "GET", path: "/app/users/{userId}/statement" }, input, options),
      /** Close a citizen's account permanently. POST /app/users/{userId}/closing */
      closeFromApp: (input: UserCloseFromAppInput, options?: WriteOptions) =>
        send<UserCloseFromAppAnswer>(
          { method: "POST", path: "/app/users/{userId}/closing", isWrite: true },
          input,
          options,
        ),
    },
  };
}
