import 'reflect-metadata';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;

/** Collects what is logged from now on, as "level: message". */
export function collectLogs(): string[] {
	const lines: string[] = [];
	const logger = Container.get(Logger);
	for (const level of LEVELS) {
		logger[level] = (message: string) => {
			lines.push(`${level}: ${message}`);
		};
	}
	return lines;
}
