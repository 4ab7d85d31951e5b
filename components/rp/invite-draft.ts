/** Key of the draft of an invitation, which survives the end of a session. */
export const INVITE_DRAFT = "rp.createAdmin";
