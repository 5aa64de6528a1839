import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { runIndexOf } from '../core/execution';
import { extensionIn, isKindExtension } from './recognizeFile';

/** Most file systems take 255 bytes; some of them belong to what n8n or a sync tool adds. */
const MAX_NAME_BYTES = 200;

/** A name without the characters that a file system, or a path, does not take; empty where nothing is left. */
export function safeName(name: string): string {
	const safe = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').trim();
	return /^\.*$/.test(safe) ? '' : safe;
}

/** A safe file name: that of the user, or the stem, always with an extension of a kind of file, and of a length that file systems take. */
export function fileNameOf(wished: unknown, stem: string, extension: string): string {
	const name = safeName(String(wished ?? '')) || stem;
	const nameExtension = extensionIn(name);
	const hasExtension =
		nameExtension !== undefined && (nameExtension === extension || isKindExtension(nameExtension));
	const ending = hasExtension ? name.slice(name.lastIndexOf('.')) : `.${extension}`;
	const start = hasExtension ? name.slice(0, -ending.length) : name;
	return `${cutToBytes(start, MAX_NAME_BYTES - Buffer.byteLength(ending))}${ending}`;
}

/**
 * The number of an item, from the second on, and of the run of its node, which *Loop Over Items* begins at item 0 again: `-3`, `-2.1`. Files of one
 * execution differ by it.
 */
export function itemNumber(context: IExecuteSingleFunctions): string {
	const [run, item] = [runIndexOf(context), context.getItemIndex()];
	if (run > 0) return `-${run + 1}.${item + 1}`;
	return item > 0 ? `-${item + 1}` : '';
}

export function beforeExtension(name: string, addition: string): string {
	const dot = name.lastIndexOf('.');
	return `${name.slice(0, dot)}${addition}${name.slice(dot)}`;
}

const [MAX_NAME_WORDS, MAX_WORDS_BYTES] = [6, 60];

/** The first words of a text for the name of a file, letters and digits alone: `a-lighthouse-in-a-storm`; empty where it has none. */
export function firstWords(text: unknown): string {
	if (typeof text !== 'string') return '';
	const start = text.slice(0, 500).normalize('NFC').replace(/['’]/g, '').toLowerCase();
	const words = start.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
	return cutToBytes(words.slice(0, MAX_NAME_WORDS).join('-'), MAX_WORDS_BYTES).replace(/-$/, '');
}

function cutToBytes(text: string, bytes: number): string {
	if (Buffer.byteLength(text) <= bytes) return text;
	let [short, bytesLeft] = ['', bytes];
	for (const { segment } of new Intl.Segmenter().segment(text)) {
		bytesLeft -= Buffer.byteLength(segment);
		if (bytesLeft < 0) break;
		short += segment;
	}
	return short.trimEnd();
}
