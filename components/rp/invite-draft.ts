/** Under this name an invitation that was being written survives the end of a session. */
export const INVITE_DRAFT = "rp.createAdmin";
