/** @typedef {{ host: string, port: number, user: string, password: string, database: string }} Database */

/**
 * The settings that make n8n keep its data in a database.
 * @param {Database} database
 * @returns {Record<string, string>}
 */
export const n8nDatabase = ({ host, port, user, password, database }) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: host,
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_USER: user,
	DB_POSTGRESDB_PASSWORD: password,
	DB_POSTGRESDB_DATABASE: database,
});

/**
 * What n8n's Postgres node wants to know of a database.
 * @param {Database} database
 */
export const postgresCredential = ({ host, port, user, password, database }) => ({
	name: `PostgreSQL (${database})`,
	type: 'postgres',
	data: {
		host,
		port,
		user,
		password,
		database,
		ssl: 'disable',
		sshTunnel: false,
		maxConnections: 20,
	},
});
