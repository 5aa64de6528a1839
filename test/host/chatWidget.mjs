import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { dataFolder } from './paths.mjs';
import { PlainError } from './plainError.mjs';
import { npm } from './run.mjs';

// Packed alone, as its bundle needs none of the packages that it names, which are several hundred.
const widget = '@n8n/chat@1.36.1';
const integrity =
	'sha512-0KYJ0Wx+NBfbmGw/6DdF8SN1OBocTYxXznituvz33s+GjMyJVZBctCiBckqpADtlXyK6WcZqip9UdIQAj17gSg==';

/** The folder with n8n's chat widget, which hosted and embedded chats load from a CDN; fetched from the package registry once. */
export async function chatWidget() {
	const folder = join(dataFolder, widget.replace(/\W+/g, '-'));
	if (existsSync(folder)) return join(folder, 'package', 'dist');
	const part = `${folder}.part`;
	rmSync(part, { recursive: true, force: true });
	mkdirSync(part, { recursive: true });
	await npm(['pack', widget, '--ignore-scripts'], { cwd: part, what: 'Fetching the chat widget' });
	const file = join(part, readdirSync(part)[0]);
	const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
	if (`sha512-${digest}` !== integrity) throw new PlainError(`${widget} is not what it was`);
	await extract({ file, cwd: part });
	renameSync(part, folder);
	return join(folder, 'package', 'dist');
}
