import { check } from '../call';
import { invalidField } from '../errors';
import { findModel } from '../models/catalogue';
import { switchesSchema } from '../schemas/switches';

/** Splits `<model>:<switch>=<value>&...`; the model may be a trait, the switches are checked like body fields. */
export function chooseModel(name: string, namePrefix: string) {
	const colon = name.indexOf(':');
	const id = colon < 0 ? name : name.slice(0, colon);
	const suffix = colon < 0 ? {} : readSuffix(name.slice(colon + 1));
	return { model: findModel(id, 'text'), suffix: check(switchesSchema(namePrefix), suffix) };
}

function readSuffix(text: string): Record<string, string | boolean> {
	const switches: Record<string, string | boolean> = {};
	for (const pair of text.split('&')) {
		const [, name, value] = /^(\w+)=(.+)$/.exec(pair) ?? [];
		if (name === undefined || value === undefined) {
			throw invalidField('model', `${pair} is no suffix of the form parameter=value`);
		}
		switches[name] = value === 'true' ? true : value === 'false' ? false : value;
	}
	return switches;
}
