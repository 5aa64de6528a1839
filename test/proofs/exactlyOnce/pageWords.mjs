/** What stands above the figures. */
export const head = `# Exactly once, measured

This page is generated from the JSON files in [exactly-once](exactly-once): \`npm run exactly-once -- --page\` writes it anew.

What was measured: a real n8n, with its data in PostgreSQL, runs a workflow that polls every minute with the Inference Usage Trigger and
inserts each entry into two tables of another PostgreSQL database, once plainly and once with the entry's \`id\` as the key and conflicts skipped.
Meanwhile the local test service records entries at a steady rate: some with a timestamp up to 45 seconds in the past, some in bursts of one
moment that cross the borders of pages, some twice with every field equal. One in five requests of the trigger meets trouble: an answer of 500, 502 or 503,
a broken connection, a refused cursor, a slow answer. n8n is killed with SIGKILL and started again on the same data; the seed decides when, and many kills
are aimed at the moments where a crash could hurt. In the end n8n is left alone until it has caught up, and what arrived is compared with what was recorded.

**Handed over** is what n8n wrote into the rows of its executions. **Stored** is what the workflow then inserted. An execution that n8n has created but not begun when it is killed is begun
at the next start; one that is killed while it runs is marked as crashed by n8n and not run again by itself, whatever the trigger. Its entries are not lost: they are kept with the execution, and *Retry* in n8n's list of executions
runs it again with them. The last column shows the tables after every crashed execution was retried once.
`;

/** What stands below them. */
export const foot = `## What it means for a workflow

- Store entries by their \`id\` and let a second arrival change nothing (in n8n's Postgres node: *Insert* with *Skip on Conflict*, or *Insert or Update* matching on \`id\`). A retried execution repeats what it had already inserted.
- After a crash of n8n, retry the executions that it marked as crashed.
- With n8n's default engine, the state of a polling trigger and the execution that belongs to it are written one after the other. A crash between the two cannot be seen by any trigger. Where that matters, turn on durable cursors:
  \`N8N_SCHEDULER_ENABLED\`, \`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED\` and \`N8N_POLLER_DURABLE_CURSORS_ENABLED\` set to \`true\` (n8n 2.41; off by default). Both are then written in one transaction.
- Where n8n keeps its own data in PostgreSQL, use n8n's Postgres node in version 2.7 (a node that is added today has it). Versions 2.1 to 2.6 change how the PostgreSQL driver of the whole process reads times;
  with durable polling on, n8n 2.41.1 then stopped polling after the first execution of such a node until its next start. A first try of this measurement met that.

## Repeat it

\`npm run exactly-once -- --engine default\` or \`--engine durable\`, with \`--kills\`, \`--minutes\`, \`--rate\` and \`--seed\`. It needs PostgreSQL on the machine (Debian's \`postgresql\`), and takes as long as it is told to, plus some minutes.
The same seed gives the same entries, troubles and aims; the moments themselves depend on the machine.
`;
