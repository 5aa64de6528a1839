import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { accept } from '../../lib/description/accept';
import type { WireRule } from '../../lib/description/rules';
import { badInput } from '../../lib/transport/errors/failure';
import type { Prepare } from '../../lib/transport/runOperation';
import { MAX_WAIT, ON_TIMEOUT } from './fields/jobWait';

/** What the user wants of a job that has to be waited for. */
export interface WaitSettings {
	waits: boolean;
	maxWaitMs: number;
	onTimeout: 'error' | 'item';
	deletesMedia: boolean;
}

const RULE = { where: 'body', path: '', required: false, list: false } as const;
const WAITS: WireRule = { ...RULE, label: 'Wait for Completion', kind: 'boolean' };
const DELETES: WireRule = { ...RULE, label: 'Delete Media After Download', kind: 'boolean' };
const WAIT: WireRule = { ...RULE, ...MAX_WAIT, kind: 'number' };
const TIMEOUT: WireRule = { ...RULE, ...ON_TIMEOUT, kind: 'choice' };

/** The settings of the current item; throws a ServiceFailure that names the one that is wrong. */
export function waitSettings(context: IExecuteSingleFunctions, usualSeconds: number): WaitSettings {
	const given = (rule: WireRule, name: string, usual: unknown) =>
		accept(rule, context.getNodeParameter(name, usual), context.getTimezone()) ?? usual;
	return {
		waits: given(WAITS, 'waitForCompletion', false) === true,
		maxWaitMs: Number(given(WAIT, 'options.maxWaitForCompletion', usualSeconds)) * 1000,
		onTimeout: given(TIMEOUT, 'options.onTimeout', 'error') === 'item' ? 'item' : 'error',
		deletesMedia: given(DELETES, 'options.deleteMediaOnCompletion', false) === true,
	};
}

/** Checks these settings, and the download link where there is one, before anything of the run is sent. */
export function checkWait(usualSeconds: number): Prepare {
	return function () {
		waitSettings(this, usualSeconds);
		const link = String(this.getNodeParameter('options.downloadUrl', '') ?? '').trim();
		if (link !== '' && (!/^https?:\/\//i.test(link) || !URL.canParse(link))) {
			throw badInput(
				`Download URL must be a link starting with https://, but "${link.slice(0, 80)}" was given`,
			);
		}
	};
}
