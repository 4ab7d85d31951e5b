import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { env } from "@/lib/env";
import type { Database } from "@/lib/server/db/client";
import { lateReportsMail } from "@/lib/server/ireport/late-reports-mail";
import { changeSettings } from "@/lib/server/testing/settings";
import * as account from "./account-mails";
import * as fullAdmin from "./full-admin-mails";
import { composeMail, type Mail } from "./mail";
import * as messages from "./messages";
import { changedNameMail } from "./new-name-mail";
import { renderMailHtml } from "./render-html";
import { sendMail } from "./transport";

const settings = changeSettings();
const NO_DATABASE = {} as Database;
const CODE = "482913";

/** Returns every kind of mail, with this name wherever it contains a name. */
const mailsFor = (name: string): Record<string, Mail> => {
  const to = { firstName: name, email: "ada@example.com" };
  const link = `${env().appOrigin}/auth/reset-password?reference=abc-123&email=ada%40example.com`;
  const person = { firstName: name, lastName: name, email: "obi@example.com" };
  const late = { number: "IR-1", title: name, dueAt: new Date(0), stateDueAt: null, isHidden: false };
  return {
    signInCode: messages.signInCodeMail(to, CODE, 10),
    proofCode: account.proofCodeMail(to, CODE, 10),
    newEmailCode: account.newEmailCodeMail(to, CODE, 10),
    emailChanged: account.emailChangedMail(to, "new@example.com"),
    ownPasswordChanged: account.ownPasswordChangedMail(to),
    keysChanged: account.signInKeysChangedMail(to, `A passkey was added: ${name}.`),
    recoveryCodeUsed: account.recoveryCodeUsedMail(to),
    keysReset: account.signInKeysResetMail(to, name),
    kycDecision: messages.kycDecisionMail(to, { reference: "KYC-1", outcome: "Approved.", message: name }),
    citizen: messages.citizenMail(to, { subject: `News of ${name}`, text: `“${name}”\n\nMended.` }),
    resetPassword: messages.resetPasswordMail(to, link, 30),
    passwordChanged: messages.passwordChangedMail(to),
    invitation: messages.invitationMail(to, { by: name, link, days: 7 }),
    newName: changedNameMail(to, { invitedAs: name, name, email: "obi@example.com" }),
    fullLost: fullAdmin.fullAdminLostMail(to, { by: name, losses: [{ name, how: "suspended" }], onlyRemaining: name }),
    newFullAdmin: fullAdmin.newFullAdminMail(to, { by: name, name, status: "invited" }),
    sensitiveRights: fullAdmin.sensitiveRightsMail(to, {
      ...{ by: name, byKey: false, approvedBy: name, people: [person] },
      rights: [{ feature: "System Wallet", flag: "approve" }],
    }),
    lateReports: lateReportsMail(to, [{ ...late, owner: { firstName: name, lastName: name } }]),
  };
};
const KINDS = Object.keys(mailsFor("Ada"));

const render = ({ subject, content }: Mail) => {
  if (!content) throw new Error("no content");
  return renderMailHtml({ subject, content });
};

/** Returns what a person reads in the body: without style, hidden preview, tags and entities. */
const visibleText = (html: string) =>
  html
    .replace(/^.*<body/s, "<body")
    .replace(/<div style="display:none.*?<\/div><\/div>/s, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ");
const wordsOf = (text: string) => text.split(/[\s:]+/).filter((word) => word !== "" && word !== "-");

describe.each(KINDS)("the mail %s", (kind) => {
  it("the text part and the HTML part of a mail contain the same words in the same order", async () => {
    const mail = mailsFor("Ọlá O’Brien")[kind] as Mail;
    const htmlWords = wordsOf(visibleText(await render(mail)));
    let position = 0;
    for (const word of wordsOf(mail.text)) {
      position = htmlWords.indexOf(word, position) + 1;
      expect([word, position > 0]).toEqual([word, true]);
    }
  });

  it("the HTML part of a mail is small, readable in dark mode, and has no pictures, scripts or links to other sites", async () => {
    const mail = mailsFor("Ada")[kind] as Mail;
    const html = await render(mail);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|<iframe|<form/i);
    const origin = new URL(env().appOrigin).origin;
    for (const [url] of html.matchAll(/https?:\/\/[^\s"<]+/g)) expect(new URL(url).origin).toBe(origin);
    expect(html.match(/<a /g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
    // Only the code has six digits; no colour has.
    expect(new Set(html.match(/\b\d{6}\b/g) ?? [])).toEqual(new Set(mail.content?.code ? [CODE] : []));
  });

  it.each([
    ["markup", `<a href="https://evil.example">Ada</a><script>alert(1)</script>`],
    ["an entity and quotes", `Ada &lt;b&gt; "'\` onload=x`],
    ["emoji and marks", "Ada 👩🏾‍🌾 ǹ̩"],
  ])("a mail shows a name with %s unchanged", async (_, name) => {
    const mail = mailsFor(name)[kind] as Mail;
    const html = await render(mail);
    expect(html).not.toMatch(/<script|evil\.example"|<b>/);
    expect(mail.text).toContain(name);
    expect(visibleText(html).replaceAll(" ", "")).toContain(name.replaceAll(" ", ""));
  });

  it("a mail contains no direction overrides, and its subject no line breaks", async () => {
    const mail = mailsFor("Ada\u202eevil\u2066\r\nBcc: all@example.com")[kind] as Mail;
    expect(mail.subject).not.toMatch(/[\r\n\u202a-\u202e\u2066-\u2069]/);
    expect(`${mail.text}${await render(mail)}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});

describe("a code in a mail", () => {
  it.each(["signInCode", "proofCode", "newEmailCode"])(
    "the code in the mail %s comes first, is a single HTML element, and is not in the subject",
    async (kind) => {
      const mail = mailsFor("Ada")[kind] as Mail;
      const html = await render(mail);
      expect(mail.text.split("\n")[0]).toMatch(new RegExp(` ${CODE}$`));
      expect(mail.subject).not.toContain(CODE);
      expect(html).toMatch(new RegExp(`<div style="display:none[^>]*>[^<]* ${CODE}<`));
      expect(html).toMatch(new RegExp(`user-select:all[^>]*>${CODE}</span>`));
    },
  );
});

describe("a button", () => {
  it("a button in a mail has the same escaped URL as the plain text, and shows the URL for mail programs without buttons", async () => {
    const mail = mailsFor("Ada").resetPassword as Mail;
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? "";
    expect(await render(mail)).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
    expect(visibleText(await render(mail)).split(link)).toHaveLength(2);
  });

  it.each(["https://evil.example/", "javascript:alert(1)", "//evil.example", "http://localhost.evil.example/x"])(
    "composeMail refuses a button that links to %s",
    (url) => {
      const blocks = [{ kind: "button" as const, label: "Open", url }];
      expect(() => composeMail({ firstName: "Ada", email: "ada@example.com" }, { subject: "Hello", blocks })).toThrow();
    },
  );
});

describe("a sent mail", () => {
  const folders: string[] = [];
  afterEach(async () => {
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
  });

  /** Sends a mail without SMTP settings and returns the file. */
  async function sendToFile(mail: Mail): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), "mails-"));
    folders.push(folder);
    settings.dataDir = folder;
    settings.smtpUrl = undefined;
    await sendMail(mail, NO_DATABASE);
    const [file = ""] = await readdir(path.join(folder, "outbox"));
    return readFile(path.join(folder, "outbox", file), "utf8");
  }

  it("without SMTP settings, a mail is written to a file in which code and link can be found by a text search", async () => {
    const mail = mailsFor("Ọlá 👩🏾‍🌾").signInCode as Mail;
    const file = await sendToFile(mail);
    expect(/sign-in code is (\d{6})/.exec(file)?.[1]).toBe(CODE);
    expect(file).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(file.indexOf("text/plain")).toBeLessThan(file.indexOf("text/html"));
    expect(file).not.toMatch(/quoted-printable|base64/);
    expect(file.replaceAll("\r\n", "\n")).toContain(mail.text);
    const reset = mailsFor("Ọlá").resetPassword as Mail;
    const link = /https?:\/\/\S+/.exec(reset.text)?.[0];
    expect(/https?:\/\/\S+/.exec(await sendToFile(reset))?.[0]).toBe(link);
  });

  it("a mail has one recipient, and ignores headers injected into address or subject", async () => {
    const to = { firstName: "Ada", email: "ada@example.com, eve@evil.example\r\nBcc: eve@evil.example" };
    const file = await sendToFile(messages.citizenMail(to, { subject: "Hi\r\nBcc: eve@evil.example", text: "Text" }));
    const headers = file.slice(0, file.indexOf("\r\n\r\n"));
    expect(headers).not.toMatch(/^(bcc|cc):/im);
    expect(headers.match(/^To: .*$/gm)).toHaveLength(1);
    expect(headers).toMatch(/^Subject: Hi Bcc: eve@evil\.example$/m);
  });

  it("a mail that an earlier version of the server queued is sent with its text part only", async () => {
    const file = await sendToFile({ to: "ada@example.com", subject: "Hello", text: "Hello Ada,\n\nText\n" });
    expect(file).toContain("Hello Ada,\r\n\r\nText");
    expect(file).not.toContain("text/html");
  });

  it("a mail is sent by SMTP with both parts, encoded as ASCII for old mail servers", async () => {
    let received = "";
    const server = createServer((socket) => {
      let isData = false;
      socket.write("220 test\r\n");
      socket.on("data", (chunk) => {
        const text = chunk.toString("latin1");
        received += text;
        if (isData) {
          if (received.endsWith("\r\n.\r\n")) {
            isData = false;
            socket.write("250 ok\r\n");
          }
          return;
        }
        if (/^data/i.test(text)) {
          isData = true;
          socket.write("354 go\r\n");
        } else if (/^quit/i.test(text)) socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    settings.smtpUrl = `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    await sendMail(mailsFor("Ọlá").signInCode as Mail, NO_DATABASE);
    await new Promise((resolve) => server.close(resolve));
    expect(received).toMatch(/multipart\/alternative/);
    expect(received).toMatch(/text\/plain[\s\S]*text\/html/);
    expect(received).toContain(`sign-in code is ${CODE}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: every byte is ASCII
    expect(received).toMatch(/^[\x00-\x7f]*$/);
  });
});
afterAll(() => {
  settings.smtpUrl = undefined;
});
