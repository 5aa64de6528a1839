import type { INodeProperties } from 'n8n-workflow';

import { baseUrl as usualBaseUrl, namePrefix as usualPrefix } from '../../brand.json';
import { privacyField } from '../../nodes/common/fields/allowedPrivacy';

/** Where the service is; each credential adds to the description when http is safe. */
export const BASE_URL_FIELD = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	required: true,
	default: usualBaseUrl,
	placeholder: 'e.g. https://api.example.com/api/v1',
	description: 'Address of the service, including its version path.',
} satisfies INodeProperties;

/** What the deployment puts before, or into, the names of its own fields and headers. */
const NAME_PREFIX: INodeProperties = {
	displayName: 'API Name Prefix',
	name: 'namePrefix',
	type: 'string',
	default: usualPrefix,
	placeholder: 'e.g. service',
	description:
		'Name that the API uses in its own fields and headers, such as "service" in service_parameters and x-service-version. Lowercase letters, digits, "_" and "-". Change it only for an API that uses its brand there instead',
};

/** For a service in a network of one's own. */
const ALLOW_PLAIN_HTTP: INodeProperties = {
	displayName: 'Allow Plain HTTP',
	name: 'allowPlainHttp',
	type: 'boolean',
	default: false,
	description:
		'Whether to send the credential over plain http, where anyone on the network path can read it, including a proxy of n8n. Turn it on only for a service on this machine or in a network that you trust',
};

/** For files and RPCs in a network of one's own; see docs/security.md. */
const ALLOW_PRIVATE_NETWORKS: INodeProperties = {
	displayName: 'Allow Private Networks',
	name: 'allowPrivateNetworks',
	type: 'boolean',
	default: false,
	description:
		'Whether a File URL, a download link or a Solana RPC URL may lead into a private network or to this machine. Turn it on only if everyone who may fill in these fields, agents included, may reach that network',
};

/** Which models may get data, for all nodes that use the credential; see docs/privacy.md. */
const ALLOWED_PRIVACY = privacyField(
	'Which models may receive data with this credential, as marked in the model list of the service. A node may be stricter, never less strict',
	'any',
);

/** For a workflow that is still being built; see docs/rehearsal.md. */
const REHEARSAL: INodeProperties = {
	displayName: 'Rehearsal',
	name: 'rehearsal',
	type: 'boolean',
	default: false,
	description:
		'Whether nothing is sent that costs money or changes something. Nodes return placeholders with estimated costs, also without a key. Nodes of other packages run for real',
};

/** One limit for a team; see docs/costs.md. */
const MAX_COST_PER_RUN: INodeProperties = {
	displayName: 'Max Cost per Run (USD)',
	name: 'maxCostPerRun',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1_000_000 },
	default: 0,
	description:
		'Maximum that one execution may spend with this credential, in USD or staked credit. Calls whose price is unknown are then not sent. A node may set a smaller limit, never a larger one. 0 means no limit',
};

/** Where Intel's statements about its platforms are read; see docs/privacy.md. */
const COLLATERAL_URL: INodeProperties = {
	displayName: 'Collateral URL',
	name: 'collateralUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://pccs.example.com',
	description:
		"Address of a PCCS from which to read Intel's certificates and revocation lists. No key is sent there. Leave empty to use Intel's own service",
};

/** For teams whose workers share one key; see docs/many-items.md. */
const PROCESSES_SHARING_KEY: INodeProperties = {
	displayName: 'Processes Sharing This Key',
	name: 'processes',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 1000, numberPrecision: 0 },
	default: 0,
	description:
		'Number of n8n processes and other programs that use this key at the same time, such as the workers of queue mode. 0 means that each process starts as if it were alone, and learns from refusals',
};

/** What most services work without, under a heading of its own. */
export const OPTIONAL_SETTINGS: INodeProperties[] = [
	{
		displayName: 'Optional settings. The credential works without them.',
		name: 'furtherSettings',
		type: 'notice',
		default: '',
	},
	REHEARSAL,
	ALLOWED_PRIVACY,
	MAX_COST_PER_RUN,
	NAME_PREFIX,
	ALLOW_PLAIN_HTTP,
	ALLOW_PRIVATE_NETWORKS,
	PROCESSES_SHARING_KEY,
	COLLATERAL_URL,
];
