/**
 * Returns #modalRoot, into which every modal renders (specification section 2). Must not be called on the server or
 * during the first render.
 */
export const modalRoot = () => document.getElementById("modalRoot");
