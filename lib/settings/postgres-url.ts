/**
 * Inserts a host into a PostgreSQL URL that has none, `postgres://user:password@/name?host=/folder-of-the-socket`, because the URL class
 * rejects it. `pg` reads such URLs in the same way.
 */
const withHost = (address: string) => address.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, "$1localhost");

/** Returns true for a URL that the database client can read. */
export const isPostgresUrl = (address: string) => URL.canParse(withHost(address));

/** Returns the name of the database in a URL; "" if the URL contains no name. */
export const databaseNameOf = (address: string) => new URL(withHost(address)).pathname.slice(1);
