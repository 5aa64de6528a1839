import type { IExecutePaginationFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

import { itemContext, type ReadArguments } from '../../core/execution';
import { hashOf, isRecord } from '../../core/record';
import { COST_SETTINGS, PRIVACY_SETTINGS, RUN_SETTINGS } from '../../fields/settingNames';

/** Lists in which only some settings decide. */
const MIXED_LISTS = ['options', PRIVACY_SETTINGS];

/** What decides nothing of what is sent or comes back. */
const SETTINGS_OF_RUN = [
	'requestOptions',
	RUN_SETTINGS,
	COST_SETTINGS,
	`${PRIVACY_SETTINGS}.allowedPrivacy`,
];

/** The parameters that an operation has read for an item, so that none is evaluated again to compare items. */
export class ParameterReads {
	private readonly valueByName = new Map<string, unknown>();

	private readonly readArguments: ReadArguments[] = [];

	private readParameter?: (...how: ReadArguments) => unknown;

	/** The context of an item, whose reads are noted. */
	contextOf(given: IExecutePaginationFunctions): IExecuteSingleFunctions {
		const context = itemContext(given, this.noteRead);
		this.readParameter = context.getNodeParameter as typeof this.readParameter;
		return context;
	}

	/** How they were read, as JSON. */
	get argumentsJson(): string {
		return JSON.stringify(this.readArguments);
	}

	/** The hash of those that were read. */
	get valuesHash(): string {
		return hashOf([...this.valueByName.values()]);
	}

	/** The hash of those that were read for another item, read for this one; undefined where one cannot be. */
	valuesHashFor(argumentsJson: string): string | undefined {
		try {
			return hashOf((JSON.parse(argumentsJson) as ReadArguments[]).map((how) => this.valueOf(how)));
		} catch {
			return undefined;
		}
	}

	private valueOf(how: ReadArguments): unknown {
		const name = nameOfRead(how);
		if (!this.valueByName.has(name)) this.readParameter?.(...how);
		return this.valueByName.get(name);
	}

	private readonly noteRead = (how: ReadArguments, value: unknown): void => {
		const name = nameOfRead(how);
		if (this.valueByName.has(name)) return;
		const decides = decidingValue(how[0], value);
		// Its reader may change it.
		this.valueByName.set(name, typeof decides === 'object' ? JSON.stringify(decides) : decides);
		this.readArguments.push(how);
	};
}

/**
 * What of a parameter decides what is sent or comes back, as it is written or evaluated: not whom a call is noted for, nor how often and how
 * long it is tried.
 */
export function decidingValue(name: string, value: unknown): unknown {
	if (SETTINGS_OF_RUN.some((one) => `${name}.`.startsWith(`${one}.`))) return undefined;
	if (!isRecord(value) || !MIXED_LISTS.includes(name)) return value;
	const parts = Object.entries(value);
	return Object.fromEntries(
		parts.map(([key, part]) => [key, decidingValue(`${name}.${key}`, part)]),
	);
}

function nameOfRead([name, , options]: ReadArguments): string {
	return options === undefined ? name : JSON.stringify([name, options]);
}
