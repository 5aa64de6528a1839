import { owner } from './owner.mjs';
import { connect } from './rest.mjs';
import {
	putCredential,
	putWorkflow,
	readExamples,
	withCredential,
	withOutside,
} from './workflows.mjs';

/**
 * The credential for the local service, as a user would fill it in.
 * @param {{ url: string, keys: { user: string } }} service
 */
export const localCredential = ({ url, keys }) => ({
	name: 'Inference Service (local)',
	type: 'inferenceServiceApi',
	data: { baseUrl: url, apiKey: keys.user, serviceWord: 'service' },
});

/**
 * A wallet that holds nothing outside the local service.
 * @param {{ url: string }} service
 */
export const localWallet = ({ url }) => ({
	name: 'Inference Service Wallet (local)',
	type: 'inferenceServiceWalletApi',
	data: { baseUrl: url, network: 'evm', privateKey: '01'.repeat(32), serviceWord: 'service' },
});

/**
 * Both credentials, as `withCredential` takes them.
 * @param {import('./rest.mjs').Rest} rest
 * @param {{ url: string, keys: { user: string } }} service
 */
export const putCredentials = async (rest, service) => ({
	...(await putCredential(rest, localCredential(service))),
	wallet: await putCredential(rest, localWallet(service)),
});

/**
 * Brings the credential and the examples into n8n, or up to date when they are there.
 * @param {string} url
 * @param {{ url: string, keys: { user: string } }} service
 * @param {Parameters<typeof withOutside>[1]} [outside] credentials for services that are not of this package
 */
export async function setUpDemo(url, service, outside = {}) {
	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const saved = [];
	for (const workflow of Object.values(readExamples())) {
		const ready = withOutside(withCredential(workflow, credential), outside);
		saved.push(await putWorkflow(rest, ready));
	}
	return saved;
}
