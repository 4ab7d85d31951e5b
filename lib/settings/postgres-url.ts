/**
 * PostgreSQL addresses may have no host: `postgres://user:password@/name?host=/folder-of-the-socket`. The URL class
 * rejects a user without a host, so a host is filled in. `pg` reads such addresses in the same way.
 */
const withHost = (address: string) => address.replace(/^(postgres(?:ql)?:\/\/[^/?#]*@)(?=\/)/, "$1localhost");

/** Returns true for an address that the database client can read. */
export const isPostgresUrl = (address: string) => URL.canParse(withHost(address));

/** Returns the name of the database in an address; an empty string if the address leaves it to the server. */
export const databaseNameOf = (address: string) => new URL(withHost(address)).pathname.slice(1);
