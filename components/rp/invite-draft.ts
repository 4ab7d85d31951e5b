/** Storage name of the draft that keeps an invitation's form when the session ends. */
export const INVITATION_DRAFT_NAME = "rp.createAdmin";
