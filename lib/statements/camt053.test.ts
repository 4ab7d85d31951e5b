import { describe, expect, it } from "vitest";
import { readTestFile, readTestStatement, TEST_ACCOUNT } from "./testing-files";

const money = (kobo: string, currency = "NGN") => `<Amt Ccy="${currency}">${kobo}</Amt>`;
const balance = (type: string, amount: string, mark = "CRDT") =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${money(amount)}<CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>2026-11-30</Dt></Dt></Bal>`;
const entry = (amount: string, mark: string, more = "", state = "<Sts><Cd>BOOK</Cd></Sts>") =>
  `<Ntry>${money(amount)}<CdtDbtInd>${mark}</CdtDbtInd>${state}<BookgDt><Dt>2026-11-30</Dt></BookgDt><ValDt><Dt>2026-12-01</Dt></ValDt>${more}</Ntry>`;
const details = (reference: string, purpose: string, name = "") =>
  `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`;

const ENTRIES = [
  entry(
    "5000.50",
    "CRDT",
    `<NtryDtls>${details("PSTK_991", "Settlement &amp; levy &#x20A6;", "ADA O&apos;BRIEN")}</NtryDtls>`,
  ),
  entry(
    "4",
    "DBIT",
    "<AcctSvcrRef>CHG1</AcctSvcrRef><AddtlNtryInf><![CDATA[SMS <charge>]]></AddtlNtryInf>",
    "<Sts>BOOK</Sts>",
  ),
  entry("99.00", "CRDT", "", "<Sts><Cd>PDNG</Cd></Sts>"),
  entry("30.00", "CRDT", `<NtryRef>B1</NtryRef><NtryDtls>${details("E1", "one")}${details("E2", "two")}</NtryDtls>`),
].join("\n");

const file = (inner = ENTRIES, version = "08", balances = balance("OPBD", "1000.00") + balance("CLBD", "6026.50")) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>
<Stmt><Id>S</Id><FrToDt><FrDtTm>2026-11-29T00:00:00</FrDtTm><ToDtTm>2026-12-01T00:00:00</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${TEST_ACCOUNT}</Id></Othr></Id><Ccy>NGN</Ccy></Acct>${balances}${inner}</Stmt></BkToCstmrStmt></Document>`;

describe("camt.053", () => {
  it("reads a camt.053 file: a batch becomes one line, and pending entries are ignored", async () => {
    expect(await readTestStatement(file())).toEqual({
      accountNumber: TEST_ACCOUNT,
      fromDay: "2026-11-29",
      toDay: "2026-11-30",
      statesPeriod: true,
      opening: 100_000,
      closing: 602_650,
      lines: [
        {
          line: 1,
          day: "2026-11-30",
          amount: 500_050,
          balance: null,
          narration: "Settlement & levy ₦ ADA O'BRIEN",
          reference: "PSTK_991",
        },
        { line: 2, day: "2026-11-30", amount: -400, balance: null, narration: "SMS <charge>", reference: "CHG1" },
        { line: 4, day: "2026-11-30", amount: 3_000, balance: null, narration: "", reference: "B1" },
      ],
    });
  });

  it.each(["02", "04", "06"])("reads camt.053 version %s, also with prefixed elements", async (version) => {
    const plain = await readTestStatement(file(ENTRIES, version));
    const prefixed = file(ENTRIES, version)
      .replace(/<(\/?)(?=[A-Z])/g, "<$1n:")
      .replace("xmlns=", "xmlns:n=");
    expect(await readTestStatement(prefixed)).toEqual(plain);
  });

  it("dates a camt.053 entry by its Lagos day if the file has a time with a zone", async () => {
    const late = file().replace("<BookgDt><Dt>2026-11-30</Dt>", "<BookgDt><DtTm>2026-11-29T23:30:00Z</DtTm>");
    expect((await readTestStatement(late)).lines[0]?.day).toBe("2026-11-30");
  });

  it("uses camt.053's previous closing balance as opening balance, and reads a negative balance", async () => {
    const balances = balance("PRCD", "10", "DBIT") + balance("ITAV", "1") + balance("CLBD", "10.00", "DBIT");
    expect(await readTestStatement(file("", "02", balances))).toMatchObject({
      opening: -1_000,
      closing: -1_000,
      lines: [],
    });
  });

  it.each([
    ["another currency", file().replace('<Amt Ccy="NGN">4<', '<Amt Ccy="USD">4<'), "Entry 2: the amount is in USD."],
    [
      "a wrong closing balance",
      file().replace("6026.50", "6026.51"),
      "Entry 4: the opening balance ₦1,000.00 and all lines make ₦6,026.50, but the closing balance is ₦6,026.51.",
    ],
    ["a fraction of a kobo", file().replace(">4<", ">4.005<"), "Entry 2: “4.005” is not an amount in naira and kobo."],
    [
      "an entry without a mark",
      file().replace("<CdtDbtInd>DBIT</CdtDbtInd>", ""),
      "Entry 2: it is neither a credit nor",
    ],
    [
      "no closing balance",
      file(ENTRIES, "08", balance("OPBD", "1000.00")),
      "A statement in this file has no closing balance",
    ],
    ["a newer version", file(ENTRIES, "13"), "Version 13 of camt.053 can't be read."],
    ["an account report", file().replace("camt.053", "camt.052"), "This file is camt.052, not a statement of booked"],
    ["other XML", "<?xml version='1.0'?><html></html>", "This XML file is not a bank statement (camt.053)."],
    ["a file that is cut off", file().slice(0, -60), "This XML file is damaged or cut off."],
    ["elements that are not closed", file().replace("</Ntry>", ""), "This XML file is damaged or cut off."],
    [
      "a document type with entities",
      file().replace("<Document", '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><Document'),
      "This XML file has a document type (DTD)",
    ],
    [
      "a document type without entities",
      file().replace("<Document", '<!DOCTYPE Document SYSTEM "http://localhost/x.dtd"><Document'),
      "This XML file has a document type (DTD)",
    ],
    [
      "deep nesting",
      file(`${"<a>".repeat(100)}${"</a>".repeat(100)}${ENTRIES}`),
      "This XML file is damaged or cut off.",
    ],
    ["endless nesting", file("<a>".repeat(100_000)), "This XML file is damaged or cut off."],
    ["another account", file().replace(TEST_ACCOUNT, "2099999999"), "This is a statement of account 2099999999"],
  ])("refuses a camt.053 file: %s", async (_, content, message) => {
    await expect(readTestFile(content)).rejects.toThrow(message);
  });
});
