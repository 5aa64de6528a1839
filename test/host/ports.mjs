import { createServer } from 'node:net';
import { PlainError } from './plainError.mjs';

/**
 * @param {number} port 0 for any
 * @returns {Promise<number>} the port that could be opened
 */
function tryPort(port) {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}

/** A port of this machine that nothing uses. */
export const freePort = () => tryPort(0);

/**
 * The port that an environment variable names, when it can be used.
 * @param {string} variable
 * @param {number} standard used when the variable is not set
 * @param {string} purpose
 */
export async function settledPort(variable, standard, purpose) {
	const text = process.env[variable] ?? String(standard);
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new PlainError(`${variable} is "${text}", but has to be a port number from 1 to 65535.`);
	}
	try {
		return await tryPort(port);
	} catch (error) {
		const code = /** @type {NodeJS.ErrnoException} */ (error).code;
		if (code === 'EACCES') {
			throw new PlainError(
				`Port ${port}, wanted for ${purpose}, needs special rights. Set ${variable} to one above 1023.`,
			);
		}
		throw new PlainError(
			`Port ${port}, wanted for ${purpose}, is taken. Stop the program that uses it, or choose another: ${variable}=${port + 1} npm start`,
		);
	}
}
