import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the n8n host, with its own package.json. n8n refuses files behind symbolic links, hence the real path. */
export const hostFolder = realpathSync(dirname(fileURLToPath(import.meta.url)));

export const repository = dirname(dirname(hostFolder));

/** Everything that is made here and not committed. */
export const dataFolder = join(repository, '.host');

export const buildFolder = join(dataFolder, 'build');

export const examplesFolder = join(repository, 'examples');

/** The larger workflows: each with notes on its canvas and a page that describes it, as n8n's template library wants them. */
export const templatesFolder = join(examplesFolder, 'templates');

export const packageName = 'n8n-nodes-inference-service';

export const n8nVersion = '2.41.1';
