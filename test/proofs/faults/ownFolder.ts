import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// n8n-core writes its settings to this folder as soon as it is imported, so this file is imported before it.
const folder = mkdtempSync(join(tmpdir(), 'n8n-load-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_LOG_LEVEL = 'silent';
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
