import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Service {
	image: string;
	command?: string | string[];
	environment?: Record<string, string>;
	volumes?: string[];
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[]; interval?: string };
	deploy?: { replicas?: number };
	mem_limit?: string;
}

const read = (file: string) => readFileSync(file, 'utf8');
const { services, volumes } = parse(read('examples/docker/compose.yml'), { merge: true }) as {
	services: Record<string, Service>;
	volumes: Record<string, unknown>;
};
const { version } = JSON.parse(read('package.json')) as { version: string };
const { n8nVersion } = /n8nVersion = '(?<n8nVersion>[^']+)'/.exec(read('test/host/paths.mjs'))
	?.groups as { n8nVersion: string };
const PASSED_ON = [
	...['WEBHOOK_URL', 'HTTP_PROXY', 'HTTPS_PROXY'],
	...['EXECUTIONS_DATA_MAX_AGE', 'EXECUTIONS_DATA_PRUNE_MAX_COUNT'],
];
const called = (name: string) => services[name] as Service;

/** Of the Compose specification, what the file uses; anything else may be a slip of the pen, which Compose refuses. */
const KEYS = {
	service: [
		...['image', 'restart', 'environment', 'mem_limit', 'volumes', 'extra_hosts', 'healthcheck'],
		...['entrypoint', 'command', 'ports', 'depends_on', 'deploy'],
	],
	healthcheck: ['test', 'interval', 'retries'],
	deploy: ['replicas'],
};
const CONDITIONS = ['service_started', 'service_healthy', 'service_completed_successfully'];

it.each(Object.entries(services))('%s uses keys and forms of Compose only', (_name, service) => {
	const { depends_on: needed = {} } = service;
	const health: { interval?: string } = service.healthcheck ?? {};
	const deploy = service.deploy ?? {};
	expect(KEYS.service).toEqual(expect.arrayContaining(Object.keys(service)));
	expect(KEYS.healthcheck).toEqual(expect.arrayContaining(Object.keys(health)));
	expect(KEYS.deploy).toEqual(expect.arrayContaining(Object.keys(deploy)));
	expect(CONDITIONS).toEqual(
		expect.arrayContaining(Object.values(needed).map(({ condition }) => condition)),
	);
	expect(health.interval ?? '1s').toMatch(/^\d+s$/);
	for (const value of Object.values(service.environment ?? {})) expect(typeof value).toBe('string');
});

it('has no variable in a form that Compose does not know', () => {
	const used = [...read('examples/docker/compose.yml').matchAll(/\$\{([^}]*)\}/g)];
	for (const [, form] of used) expect(form).toMatch(/^[A-Z\d_]+(:[-?].*)?$/);
	expect(used.length).toBeGreaterThan(10);
});

it('installs the tarball of this version as the pages say', () => {
	const command = `npm ${[called('package').command].flat().join(' ')}`;
	const tarball = `n8n-nodes-inference-service-${version}.tgz`;
	const byHand = command
		.replace('/home/node/.n8n', '~/.n8n')
		.replace('/package.tgz', `./${tarball}`);
	expect(read('docs/start.md')).toContain(`${byHand}\n`);
	expect(called('package').volumes?.join(' ')).toContain(tarball);
});

it.each(['n8n', 'worker'])(
	'%s is the tested n8n in queue mode, and may load the package',
	(name) => {
		const { image, environment, volumes: mounted = [] } = called(name);
		expect(image).toBe(`\${N8N_IMAGE:-n8nio/n8n:${n8nVersion}}`);
		expect(environment).toMatchObject({
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: 'postgres',
			EXECUTIONS_MODE: 'queue',
			QUEUE_BULL_REDIS_HOST: 'redis',
			N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		});
		expect(mounted.filter((one) => called('package').volumes?.includes(one))).toHaveLength(1);
	},
);

it('waits only for what it starts, and mounts only volumes that it names', () => {
	for (const { depends_on: needed = {}, volumes: mounted = [] } of Object.values(services)) {
		for (const [name, { condition }] of Object.entries(needed))
			if (condition === 'service_healthy') expect(called(name).healthcheck).toBeDefined();
			else expect(name).toBe('package');
		const named = mounted.map((one) => one.split(':')[0] ?? '').filter((one) => !one.includes('$'));
		expect(named.filter((one) => !(one in volumes))).toEqual([]);
	}
});

it.each(['n8n', 'worker'])('%s has what an operator sets, and reports its health', (name) => {
	const { environment = {}, healthcheck, mem_limit: limit, volumes: mounted } = called(name);
	expect(healthcheck?.test.join(' ')).toContain('http://127.0.0.1:5678/healthz/readiness');
	expect(limit).toMatch(/^\$\{N8N_MEMORY:-\d+g\}$/);
	expect(environment).toMatchObject({
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		N8N_DEFAULT_BINARY_DATA_MODE: '${BINARY_DATA_MODE:-database}',
		NO_PROXY: '${NO_PROXY:-localhost,127.0.0.1}',
		NODE_EXTRA_CA_CERTS: expect.stringMatching(/^\/certificates\/ca\.pem$/),
	});
	expect(mounted).toContain('${CA_FILE:-/dev/null}:/certificates/ca.pem:ro');
	for (const setting of PASSED_ON) expect(environment[setting]).toMatch(`\${${setting}:-`);
	const page = read('docs/operate.md');
	for (const setting of [...PASSED_ON, 'NO_PROXY', 'CA_FILE', 'N8N_MEMORY', 'BINARY_DATA_MODE'])
		expect(page).toContain(`\`${setting}`);
});

it('waits for the PostgreSQL that others can reach, and not for the one that sets it up', () => {
	expect(called('postgres').healthcheck?.test.join(' ')).toContain('pg_isready -h 127.0.0.1');
});

it('holds no password', () => {
	for (const name of ['POSTGRES_PASSWORD', 'N8N_ENCRYPTION_KEY'])
		expect(read('examples/docker/compose.yml')).toMatch(new RegExp(`${name}: \\$\\{${name}:\\?`));
});
