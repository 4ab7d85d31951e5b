import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Returns the six-digit code in the newest mail to this address. Waits up to ten seconds for a mail written after `afterTime`, which is
 * `Date.now()` from before the request.
 */
export const latestCode = (email: string, afterTime: number, dataDir?: string) =>
  waitForMatch(/\b\d{6}\b/, email, afterTime, dataDir);

/** Returns the link in the newest mail to this address; parameters as in `latestCode`. */
export const latestLink = (email: string, afterTime: number, dataDir?: string) =>
  waitForMatch(/https?:\/\/\S+/, email, afterTime, dataDir);

async function waitForMatch(
  pattern: RegExp,
  email: string,
  afterTime: number,
  dataDir = process.env.DATA_DIR,
): Promise<string> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(50)) {
    const matchText = mailsSince(afterTime, dataDir ?? ".data")
      .filter((mail) => mail.to.includes(email))
      .map((mail) => pattern.exec(`${mail.subject}\n${mail.text}`)?.[0])
      .find(Boolean);
    if (matchText) return matchText;
  }
  throw new Error(`No mail with ${pattern} to ${email} within ten seconds.`);
}

/** Returns the text of the newest mail to this address after `afterTime`. Waits up to 20 s, because the server may need a retry. */
export async function latestMail(email: string, afterTime: number, dataDir = process.env.DATA_DIR): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(50)) {
    const mail = mailsSince(afterTime, dataDir ?? ".data").find(({ to }) => to.includes(email));
    if (mail) return mail.text;
  }
  throw new Error(`No mail to ${email} within twenty seconds.`);
}

/** Returns the mails after `afterTime`, newest first. */
function mailsSince(afterTime: number, dataDir: string): { to: string; subject: string; text: string }[] {
  const folder = path.join(dataDir, "outbox");
  try {
    return (
      readdirSync(folder)
        .filter((name) => name.endsWith(".eml"))
        // Reads the server's time from the file name, because in `npm run test:dates` the file's timestamp has the real time.
        .map((name) => ({ file: path.join(folder, name), written: Number.parseInt(name, 10) }))
        .filter(({ written }) => written >= afterTime)
        .sort((a, b) => b.written - a.written)
        .map(({ file }) => parseMail(readFileSync(file, "utf8")))
    );
  } catch {
    return []; // The server creates the folder with the first mail.
  }
}

/** Parses a mail of the outbox folder. Its first part is unencoded plain text. */
function parseMail(message: string) {
  const [headerText = "", ...body] = message.replaceAll("\r\n", "\n").split("\n\n");
  const header = (name: string) => new RegExp(`^${name}: (.*(?:\n[ \t].*)*)`, "im").exec(headerText)?.[1] ?? "";
  const boundary = /boundary="([^"]+)"/.exec(header("Content-Type"))?.[1] ?? "";
  const [, textPart = ""] = body.join("\n\n").split(`--${boundary}`);
  return { to: header("To"), subject: header("Subject"), text: textPart.slice(textPart.indexOf("\n\n") + 2) };
}
