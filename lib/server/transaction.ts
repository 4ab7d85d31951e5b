import "server-only";
import { api, apiAfter } from "./api/spine";
import { makeExport } from "./exports/link";
import { askProvider, requeryTransaction } from "./transaction/ask-provider";
import { beginPayment, paymentOf } from "./transaction/begin-payment";
import { disputeTransaction } from "./transaction/dispute";
import { listTransactions } from "./transaction/list";
import { makeReceipt } from "./transaction/make-receipt";
import { periodOf, transactionOverview } from "./transaction/overview";
import {
  createMethod as create,
  listMethods,
  methodSingle,
  deleteMethod as remove,
  updateMethod as update,
} from "./transaction/payment-methods";
import { refundTransaction } from "./transaction/refund";
import { transactionSingle } from "./transaction/single";

const overview = api.transaction.overview.handler(({ input, context: { db } }) =>
  transactionOverview(db, periodOf({ ...input, days: Number(input.days) })),
);

const list = api.transaction.list.handler(({ input, context: { db } }) => listTransactions(db, input));

const exportList = api.transaction.export.handler(({ input, context }) => makeExport(context, "transactions", input));

const single = api.transaction.single.handler(({ input, context: { db } }) =>
  transactionSingle(db, input.transactionId),
);

const receipt = api.transaction.receipt.handler(({ input, context }) => makeReceipt(context, input.transactionId));

const requery = apiAfter(askProvider).transaction.requery.handler(({ input, context }) =>
  requeryTransaction(context, input.transactionId, context.ahead),
);

const refund = api.transaction.refund.handler(({ input, context }) => refundTransaction(context, input));

const dispute = api.transaction.dispute.handler(({ input, context }) => disputeTransaction(context, input));

const methods = api.transaction.methods.handler(async ({ context: { db } }) => ({ items: await listMethods(db) }));

const method = api.transaction.method.handler(({ input, context: { db } }) => methodSingle(db, input.methodId));

const createMethod = api.transaction.createMethod.handler(({ input, context }) => create(context, input));

const updateMethod = api.transaction.updateMethod.handler(({ input, context }) => update(context, input));

const deleteMethod = api.transaction.deleteMethod.handler(({ input, context }) => remove(context, input));

export const transaction = {
  overview,
  list,
  export: exportList,
  single,
  receipt,
  requery,
  refund,
  dispute,
  methods,
  method,
  createMethod,
  updateMethod,
  deleteMethod,
  beginFromApp: api.transaction.beginFromApp.handler(({ input, context }) => beginPayment(context, input)),
  singleForApp: api.transaction.singleForApp.handler(({ input, context }) => paymentOf(context, input)),
};
