import "server-only";
import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Text } from "@react-email/text";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import type { MailBlock, MailContent } from "./mail";
import { codeSentence, OFFICE_NAME } from "./render-text";

/** The light values of the tokens in app/globals.css. Mail programs ignore custom properties and `light-dark()`. */
const LIGHT_COLORS = {
  surface: "#ffffff",
  sunken: "#eef2f0",
  border: "#e0e7e4",
  foreground: "#10201b",
  muted: "#53635d",
  primary: "#0a6650",
};

/**
 * Page background, and colours for dark mode. `!important` overrides the inline light colours. No colour consists of six digits, because it
 * would look like a sign-in code.
 */
const STYLES = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.page { background-color: #f6f8f7; }
@media (prefers-color-scheme: dark) {
.page { background-color: #0b1110; }
.card { background-color: #111a18 !important; border-color: #25322f !important; }
.code { background-color: #1b2624 !important; border-color: #25322f !important; }
.words { color: #e8efec !important; }
.small { color: #a0b1ab !important; }
.button { background-color: #4cc9a4 !important; color: #03241a !important; }
}`;

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const PARAGRAPH = { margin: "0 0 16px", fontSize: "15px", lineHeight: "23px", color: LIGHT_COLORS.foreground };
const SMALL_PARAGRAPH = { ...PARAGRAPH, fontSize: "13px", lineHeight: "19px", color: LIGHT_COLORS.muted };

/** Renders the HTML part of every mail: no pictures, no scripts, no link but the button. React escapes all content. */
export function MailTemplate({ subject, content }: { subject: string; content: MailContent }) {
  const { code, recipient, blocks, isSigned } = content;
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <style>{STYLES}</style>
      </Head>
      <Body className="page" style={{ padding: "24px 12px", fontFamily: FONT }}>
        <Preview>{code ? codeSentence(code) : previewOf(blocks)}</Preview>
        <Container
          className="card"
          style={{
            maxWidth: "560px",
            backgroundColor: LIGHT_COLORS.surface,
            border: `1px solid ${LIGHT_COLORS.border}`,
            borderRadius: "12px",
          }}
        >
          <Box style={{ padding: "16px 24px", backgroundColor: LIGHT_COLORS.primary, borderRadius: "11px 11px 0 0" }}>
            <Text style={{ margin: 0, fontSize: "17px", lineHeight: "24px", fontWeight: 700, color: "#ffffff" }}>
              {OFFICE_NAME}
            </Text>
          </Box>
          <Box style={{ padding: "24px 24px 8px" }}>
            <Heading
              as="h1"
              className="words"
              dir="auto"
              style={{ ...PARAGRAPH, fontSize: "20px", lineHeight: "28px", overflowWrap: "anywhere" }}
            >
              {subject}
            </Heading>
            {code && <CodeBlock code={code} />}
            <Prose>{`Hello ${recipient},`}</Prose>
            {blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, as static markup
              <Block key={index} block={block} />
            ))}
            {isSigned && <Prose>{OFFICE_NAME}</Prose>}
          </Box>
        </Container>
      </Body>
    </Html>
  );
}

const previewOf = (blocks: readonly MailBlock[]) => {
  const first = blocks.find((block) => block.kind === "paragraph");
  return first ? first.text.replace(/\s+/g, " ") : OFFICE_NAME;
};

/** Renders a block with padding as a table cell, because Outlook supports padding only on table cells. */
function Box({ className, style, children }: { className?: string; style: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" width="100%" border={0} cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <td className={className} style={style}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Renders a paragraph that keeps its line breaks. Right-to-left text aligns to the right. */
function Prose({ children, isSmall = false }: { children: string; isSmall?: boolean }) {
  return (
    <Text
      className={isSmall ? "small" : "words"}
      dir="auto"
      style={{ ...(isSmall ? SMALL_PARAGRAPH : PARAGRAPH), overflowWrap: "anywhere" }}
    >
      {children.split("\n").map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, as static markup
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </Text>
  );
}

/** Renders the code as one element without spaces: one tap or double-click selects it. */
function CodeBlock({ code }: { code: NonNullable<MailContent["code"]> }) {
  return (
    <>
      <Prose>{code.label}</Prose>
      <Box
        className="code"
        style={{
          padding: "14px 16px",
          backgroundColor: LIGHT_COLORS.sunken,
          border: `1px solid ${LIGHT_COLORS.border}`,
          borderRadius: "8px",
          textAlign: "center",
        }}
      >
        <span
          className="words"
          style={{
            fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
            fontSize: "32px",
            lineHeight: "40px",
            fontWeight: 700,
            letterSpacing: "4px",
            color: LIGHT_COLORS.foreground,
            userSelect: "all",
            WebkitUserSelect: "all",
          }}
        >
          {code.value}
        </span>
      </Box>
      <div style={{ height: "16px", lineHeight: "16px" }}>{"\u00a0"}</div>
    </>
  );
}

function Block({ block }: { block: MailBlock }) {
  if (block.kind === "paragraph") return <Prose>{block.text}</Prose>;
  if (block.kind === "list")
    return (
      <>
        <Prose>{block.label}</Prose>
        <ul style={{ margin: "-8px 0 16px", paddingLeft: "24px" }}>
          {block.items.map((item) => (
            <li
              key={item}
              className="words"
              dir="auto"
              style={{ ...PARAGRAPH, margin: "0 0 4px", overflowWrap: "anywhere" }}
            >
              {item}
            </li>
          ))}
        </ul>
      </>
    );
  if (block.kind === "button")
    return (
      <>
        <Button
          className="button"
          href={block.url}
          style={{
            margin: "0 0 16px",
            padding: "12px 20px",
            borderRadius: "8px",
            backgroundColor: LIGHT_COLORS.primary,
            color: "#ffffff",
            fontSize: "15px",
            fontWeight: 600,
          }}
        >
          {block.label}
        </Button>
        <Prose isSmall>{`If the button does not work, copy this address into your browser:\n${block.url}`}</Prose>
      </>
    );
  return (
    <table role="presentation" border={0} cellPadding={0} cellSpacing={0} style={{ margin: "0 0 16px" }}>
      <tbody>
        {block.rows.map(([label, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, as static markup
          <tr key={index}>
            <td
              className="small"
              dir="auto"
              style={{ ...SMALL_PARAGRAPH, padding: "2px 16px 2px 0", verticalAlign: "top", overflowWrap: "anywhere" }}
            >
              {label}
            </td>
            <td
              className="words"
              dir="auto"
              style={{ ...PARAGRAPH, padding: "0 0 2px", verticalAlign: "top", overflowWrap: "anywhere" }}
            >
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
