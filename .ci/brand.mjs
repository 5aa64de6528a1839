/**
 * Writes a copy of this checkout that carries another brand: `node .ci/brand.mjs <brand file> [folder]`.
 * Names of the package, its nodes, credentials and files follow, also in examples, tests and pages, so every command works in the copy.
 */
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SUBJECTS =
	'API|Api|Audio|Billing|Characters|Chat|Crypto|Decisions|Embeddings|Image|Models|Usage|Video|Web|X402';
const TEXT = /\.(?:cjs|json|js|md|mjs|svg|ts|yml)$|^(?:\.|LICENSE)/;
const RULES = {
	packageName: [/^n8n-nodes-[a-z0-9-]+$/, 'n8n-nodes- and lowercase letters, digits or "-"'],
	description: [/\S/, 'one sentence'],
	service: [
		/^[A-Z][A-Za-z0-9]*(?: [A-Z0-9][A-Za-z0-9]*)*$/,
		'words that start with a capital letter',
	],
	nodes: [/^[A-Z][A-Za-z0-9]*$/, 'one word that starts with a capital letter'],
	baseUrl: [/^(?:https:\/\/\S+[^/\s])?$/, 'an https address without a slash at the end, or empty'],
	namePrefix: [/^[a-z][a-z0-9_-]*$/, 'lowercase letters, digits, "_" and "-"'],
	icons: [/\S/, 'a folder with the files of icons'],
	homepage: [/^https:\/\/\S+[^/\s]$/, 'the https address of the public repository'],
};

/** @param {string} name */
const lower = (name) => name.charAt(0).toLowerCase() + name.slice(1);
/** @param {string} name */
const joined = (name) => name.replaceAll(' ', '');

/** @param {string} file */
function readBrand(file) {
	const brand = JSON.parse(readFileSync(file, 'utf8'));
	const odd = Object.entries(RULES)
		.filter(([name, [rule]]) => typeof brand[name] !== 'string' || !rule.test(brand[name]))
		.map(
			([name, [, allowed]]) =>
				`${file}: ${name} must be ${allowed}, but ${JSON.stringify(brand[name])} was given`,
		);
	const { author, aliases } = brand;
	if (!author?.name || !author.email) odd.push(`${file}: author needs a name and an email`);
	if (!Array.isArray(aliases)) odd.push(`${file}: aliases must be a list of search words`);
	if (odd.length > 0) throw new Error(odd.join('\n'));
	return brand;
}

/** Replaces the words of one brand by those of another, in text and in paths. */
function renaming(from, to) {
	const subjects = `(?=(?:${SUBJECTS}))`;
	/** @type {Array<[RegExp, string]>} */
	const words = [
		[new RegExp(from.packageName, 'g'), to.packageName],
		[
			new RegExp(`'${from.service.toLowerCase().replaceAll(' ', '-')}'`, 'g'),
			`'${to.service.toLowerCase().replaceAll(' ', '-')}'`,
		],
		[new RegExp(`\\b${from.service}\\b`, 'g'), to.service],
		[new RegExp(`${joined(from.service)}(?=[A-Z]|\\b)`, 'g'), joined(to.service)],
		[new RegExp(`\\b${lower(joined(from.service))}(?=[A-Z])`, 'g'), lower(joined(to.service))],
		[new RegExp(`(Lm|lm)Chat${from.nodes}`, 'g'), `$1Chat${to.nodes}`],
		[new RegExp(`(Embeddings|embeddings)${from.nodes}`, 'g'), `$1${to.nodes}`],
		[new RegExp(`\\b${from.nodes}( ?)(?=${SUBJECTS}|\\$\\{)`, 'g'), `${to.nodes}$1`],
		[new RegExp(`\\b${lower(from.nodes)}${subjects}`, 'g'), lower(to.nodes)],
		// What the checks of n8n's searches type.
		[
			new RegExp(`(?<=['"])${from.nodes.toLowerCase()}(?= [a-z]+['"]|": ")`, 'g'),
			to.nodes.toLowerCase(),
		],
		[
			new RegExp(`\\b${from.nodes.toLowerCase()}-(?=(?:${SUBJECTS.toLowerCase()})\\b)`, 'g'),
			`${to.nodes.toLowerCase()}-`,
		],
	];
	/** @param {string} text */
	return (text) => words.reduce((out, [word, by]) => out.replace(word, by), text);
}

/** @param {string} folder @param {string} file @param {(json: any) => void} change */
function edit(folder, file, change) {
	const json = JSON.parse(readFileSync(join(folder, file), 'utf8'));
	change(json);
	writeFileSync(join(folder, file), `${JSON.stringify(json, null, '\t')}\n`);
}

/**
 * Returns the folder of the copy. Throws a sentence for each field of the brand file that is not allowed.
 * @param {string} file The brand
 * @param {string} [target] New folder of the copy; .host/branded/<package name>, which is replaced, if omitted
 */
export function writeBranded(file, target) {
	const to = readBrand(file);
	const rename = renaming(readBrand('brand.json'), to);
	const folder = resolve(target ?? join('.host/branded', to.packageName));
	if (target && existsSync(folder)) throw new Error(`${folder} exists, and is not replaced`);
	rmSync(folder, { recursive: true, force: true });
	const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const sources = execFileSync('git', listed)
		.toString()
		.split('\0')
		.filter((one) => one && existsSync(one));
	for (const source of sources) {
		const copy = join(folder, rename(source));
		mkdirSync(dirname(copy), { recursive: true });
		if (TEXT.test(source)) writeFileSync(copy, rename(readFileSync(source, 'utf8')));
		else cpSync(source, copy);
	}
	for (const icon of sources.filter((one) => one.startsWith('icons/'))) {
		const own = join(dirname(file), to.icons, icon.slice('icons/'.length));
		if (!existsSync(own))
			throw new Error(`${file}: icons names a folder without ${icon.slice('icons/'.length)}`);
		cpSync(own, join(folder, icon));
	}
	cpSync(file, join(folder, 'brand.json'));
	edit(folder, 'brand.json', (json) => (json.icons = 'icons'));
	edit(folder, 'package.json', (json) => {
		const { packageName: name, description, homepage, author } = to;
		Object.assign(json, { name, description, homepage, author });
		json.repository.url = `git+${homepage}.git`;
		for (const node of json.n8n.nodes)
			edit(folder, node.replace(/^dist\//, '').replace(/js$/, 'json'), (codex) =>
				codex.alias.push(...to.aliases),
			);
	});
	// A repository of its own: the owner commits it, and the same commands read its files from git.
	execFileSync('git', ['init', '--quiet', folder]);
	for (const modules of ['node_modules', 'test/host/node_modules'])
		if (existsSync(modules)) symlinkSync(resolve(modules), join(folder, modules));
	return folder;
}

if (import.meta.filename === process.argv[1]) {
	const [file, target] = process.argv.slice(2);
	try {
		console.log(writeBranded(file ?? 'brand.json', target));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
