import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings to this folder as soon as it is imported.
const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_LOG_LEVEL = 'silent';

// n8n-core's housekeeping intervals (SSH connections, for one) would keep jest from ending.
const everyInterval = globalThis.setInterval;
const unrefInterval = (...args: Parameters<typeof setInterval>) => everyInterval(...args).unref();
globalThis.setInterval = Object.assign(unrefInterval, everyInterval);

jest.setTimeout(60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));
