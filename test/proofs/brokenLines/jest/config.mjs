import { join, resolve } from 'node:path';
import config from '../../../../jest.config.mjs';

const rootDir = resolve(import.meta.dirname, '../../../..');
const here = join(rootDir, 'test/proofs/brokenLines/jest');

const PROJECTS = ['plain', 'n8n-2.41'];

/** The tests of the package over code in which each break can be switched on. */
export default {
	...config,
	rootDir,
	cacheDirectory: join(rootDir, '.host/broken-lines/cache'),
	testSequencer: join(here, 'sequencer.cjs'),
	reporters: [join(here, 'reporter.cjs')],
	projects: config.projects
		.filter(({ displayName }) => PROJECTS.includes(displayName))
		.map((project) => ({
			...project,
			rootDir,
			// Nothing else has to be looked through at each start.
			roots: ['test', 'lib', 'nodes', 'credentials'].map((folder) => join(rootDir, folder)),
			testEnvironment: join(here, 'environment.cjs'),
			transform: { '\\.ts$': join(here, 'transform.cjs') },
		})),
};
