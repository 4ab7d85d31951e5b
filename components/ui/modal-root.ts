/** Returns #modalRoot for modals (specification section 2). Not callable on the server or during the first render. */
export const modalRoot = () => document.getElementById("modalRoot");
