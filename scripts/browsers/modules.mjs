// @ts-check
// One test per module: its list, a filter, a record, a dialog, an upload if it accepts files, and a save.
import { writeFileSync } from "node:fs";

/** @typedef {{ photo: string, csv: string, unique: string }} TestInputs `photo` and `csv`: files to upload; `unique`: unused name for new records */
/**
 * @typedef {object} ModuleTest
 * @property {string} list path of the list
 * @property {[button: string, choice: string, address: RegExp]} [filter] button and option of a filter, and pattern of the URL that it results in
 * @property {RegExp} [record] pattern of the URL that the first row opens
 * @property {(screen: import("./screen.mjs").Screen, inputs: TestInputs) => Promise<void>} rest tests a dialog, an upload and a save
 */

/** Tests by name of the module. @type {Record<string, ModuleTest>} */
export const MODULE_TESTS = {
  overview: {
    list: "/dashboard",
    rest: async (screen) => {
      await screen.press("button", "Search");
      await screen.inspect("command box");
    },
  },
  kyc: {
    list: "/dashboard/kyc-management",
    filter: ["State", "Approved", /state=approved/],
    record: /kyc-management\/[\da-f-]{36}/,
    rest: async (screen, { photo }) => {
      await screen.open("/dashboard/kyc-management/new?q=effiong");
      await screen.press("button", "Choose ");
      await screen.upload("Choose file: Front", photo);
      await screen.reads("sent");
      await screen.fill("Address", "7 Walk-in Close, Calabar");
      await screen.fill("Date of birth", "17 Apr 1991");
      await screen.press("button", "Submit request");
      await screen.reads("Add the selfie.");
    },
  },
  user: {
    list: "/dashboard/user-management/users",
    filter: ["Status", "Active", /status=active/],
    record: /users\/[\da-f-]{36}/,
    rest: async (screen, { csv, unique }) => {
      writeFileSync(csv, `phone\n${await screen.match(/\+234\d{10}/)}\n`);
      await screen.open("/dashboard/user-management/user-groups");
      await screen.press("button", "New group");
      await screen.fill("Name", unique);
      await screen.upload("CSV or Excel file of people to add", csv);
      await screen.reads("1 user found");
      await screen.press("button", "Choose 1 user");
      await screen.press("button", "Create group");
      await screen.noDialog();
      await screen.reads(unique);
    },
  },
  transaction: {
    list: "/dashboard/transactions/all",
    filter: ["Status", "Succeeded", /state=succeeded/],
    record: /transactions\/all\/[\da-f-]{36}/,
    rest: async (screen) => {
      await screen.open("/dashboard/transactions");
      await screen.press("button", "Dates");
      await screen.fill("From", "1 Nov 2026");
      await screen.press("button", "Open calendar");
      await screen.press("button", "Monday 2 Nov 2026");
      await screen.press("button", "Apply");
      await screen.at(/from=2026-11-02/);
    },
  },
  "system-wallet": {
    list: "/dashboard/wallets",
    filter: ["State", "Posted", /state=posted/],
    rest: async (screen, { unique }) => {
      await screen.press("button", "New manual transfer");
      await screen.select("What to do", "transfer");
      await screen.select("From", "grants_pool");
      await screen.select("To", "promotions_pool");
      await screen.fill("Reason", unique);
      await screen.fill("Amount in naira", "1,234.56");
      await screen.press("button", "Save");
      await screen.reads("awaits approval.");
    },
  },
  ireport: {
    list: "/dashboard/ireports/all",
    filter: ["State", "Submitted", /state=submitted/],
    record: /ireports\/all\/[\da-f-]{36}/,
    rest: async (screen, { unique }) => {
      await screen.open("/dashboard/ireports/categories");
      await screen.press("button", "New category");
      await screen.fill("Name", unique);
      await screen.press("choice", "Trees");
      await screen.press("button", "Save");
      await screen.noDialog();
      await screen.reads(unique);
    },
  },
  event: {
    list: "/dashboard/event-management/events",
    filter: ["Status", "Draft", /state=draft/],
    record: /events\/[\da-f-]{36}/,
    rest: async (screen, { photo, unique }) => {
      await screen.open("/dashboard/event-management/events/new");
      await screen.fill("Title", unique);
      await screen.press("button", "Create draft");
      await screen.at(/events\/[\da-f-]{36}/);
      await screen.fill("Starts", "27 Nov 2030 2:30pm");
      await screen.upload("Choose cover", photo);
      await screen.sees("button", "Remove cover");
      await screen.press("button", "Save changes");
      await screen.reads("All changes saved");
    },
  },
  content: {
    list: "/dashboard/content-management/announcements",
    record: /announcements\/[\da-f-]{36}/,
    rest: async (screen, { photo, unique }) => {
      await screen.open("/dashboard/content-management/slider");
      await screen.press("button", "New slide");
      await screen.at(/slider\/[\da-f-]{36}/);
      await screen.upload("Choose picture", photo);
      await screen.sees("button", "Focal point");
      await screen.fill("Title", unique);
      await screen.press("button", "Save draft");
      await screen.reads("Draft saved");
    },
  },
  promotion: {
    list: "/dashboard/promotions/all",
    filter: ["Status", "Active", /state=active/],
    record: /promotions\/all\/[\da-f-]{36}/,
    rest: async (screen, { unique }) => {
      await screen.open("/dashboard/promotions/all/new");
      await screen.fill("Name", unique);
      await screen.press("button", "Create draft");
      await screen.at(/promotions\/all\/[\da-f-]{36}/);
      await screen.fill("Starts", "02/01/2030 08:00");
      await screen.press("button", "Save changes");
      await screen.reads("All changes saved");
    },
  },
  grant: {
    list: "/dashboard/grants/programmes",
    filter: ["Status", "Draft", /state=draft/],
    record: /programmes\/[\da-f-]{36}/,
    rest: async (screen, { unique }) => {
      await screen.open("/dashboard/grants/programmes/new");
      await screen.fill("Name", unique);
      await screen.press("button", "Create draft");
      await screen.at(/programmes\/[\da-f-]{36}/);
      await screen.fill("Until", "02/01/2031 08:00");
      await screen.press("button", "Save changes");
      await screen.reads("All changes saved");
    },
  },
  "system-logs": {
    list: "/dashboard/system-logs/audit-trails",
    filter: ["Outcome", "Done", /outcome=done/],
    record: /entry=\d+/,
    rest: async (screen) => {
      await screen.open("/dashboard/system-logs/audit-trails");
      await screen.press("button", "Verify");
      // In the second browser engine, the app verifies only the audit rows added since the verification in the first engine.
      await screen.reads("unchanged, in order, and none is missing");
    },
  },
  rp: {
    list: "/dashboard/roles-and-permissions/admin-users/roles",
    rest: async (screen, { unique }) => {
      await screen.press("button", "New role");
      await screen.fill("Name", unique);
      await screen.press("choice", "Every right in Grants");
      await screen.press("button", "Create role");
      await screen.noDialog();
      await screen.fill("Search by name", unique);
      await screen.reads(unique);
    },
  },
  "app-config": {
    list: "/dashboard/app-config/faq",
    record: /faq\/[\da-f-]{36}/,
    rest: async (screen, { unique }) => {
      await screen.open("/dashboard/app-config/emergency-numbers");
      await screen.press("button", "New number");
      await screen.fill("Name", unique);
      await screen.fill("Number", `0803 000 ${unique.replace(/\D/g, "").slice(-4)}`);
      await screen.select("Category", "fire");
      await screen.select("Place", "Ikom");
      await screen.press("button", "Save");
      await screen.noDialog();
      await screen.reads(unique);
    },
  },
};
