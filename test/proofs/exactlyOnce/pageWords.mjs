/** The start of the page. */
export const head = `# Exactly once, measured

This page shows what the Inference Usage Trigger guarantees through crashes of n8n, what was measured, and what is not guaranteed. It is generated from the JSON files in [exactly-once](../../test/proofs/results/exactly-once) by \`npm run exactly-once -- --page\`.

## What is guaranteed

With *Replay Unfinished Executions* turned on and entries stored by their \`id\`, each entry is stored exactly once: through crashes and restarts of n8n, lost connections to its database, and failing nodes after the trigger. No one has to press *Retry*.

- n8n reports to the trigger how the execution that took its entries ended. Until it has succeeded, the trigger keeps the time span of the entries in its checkpoint: two times and a count, not the entries.
- If the execution could not be created, crashed or failed, the trigger reads that span again and emits its entries again, with the same \`id\` and with \`replayed\` set to true. It waits 1, 2, 4, 8, 16, 32 and then 60 minutes between attempts, and gives up after the tenth, about four hours after the first. A span that cannot be read to its end counts as an attempt, and new entries do not wait for it. What is given up is reported by a failed execution that names its times. Up to 1,000 spans are kept.
- After a restart, n8n replays every execution that its saved checkpoint does not list as succeeded. n8n's default engine saves the checkpoint when entries are emitted, before their execution can succeed, so the entries of the last execution are emitted again. With durable cursors, the next poll saves it, and only unfinished executions are replayed.
- An execution that waits, or that a person stopped, is not replayed; one that its time limit or a shutdown of n8n stopped counts as failed. In queue mode, n8n 2.41.1 does not report an execution that its time limit stopped, or that a person stopped in another main process: its entries are replayed, with \`replayed\` set to true and a warning in n8n's log, ten minutes after the workflow's own time limit, or after six hours if it has none. This was seen in n8n's own code with a simulated queue. Summaries and threshold alerts are never replayed.

An entry that cannot be read is emitted among the others with the reason in \`problem\`; *Unreadable Entries* skips it or stops instead.

The option is off by default, because a workflow that does not store by \`id\` would process entries again after each restart. With the option off, the trigger works like any other: n8n can lose the entries of an execution between saving the checkpoint and creating the execution.

*Look Back* finds entries that are recorded later than *Wait for Late Entries*: each poll reads that part of the history again and emits only new entries. The checkpoint keeps 64 bits of each ID and 48 of the entry without its amounts, for at most 100,000 entries (1.9 MB). With more entries, it looks back less far and still emits nothing twice. In a minute with 100,000 entries, the probability that two of them share these 64 bits is 3 in 10 billion.

An entry whose amount, units or price was corrected has a new ID. *Look Back* recognizes it by the rest of its fields: where an entry that was emitted is gone and another with the same rest has come, that is a correction. It is emitted with \`corrected\` set to true or, by the choice of *Corrected Entries*, not at all; summaries count it without adding it. Where more such entries came than went, the others were recorded late and are emitted as new. If a poll must end in the middle of a moment, an entry of that moment is emitted even if it looks like a correction.
`;

/** What stands above the figures. */
export const measured = `## Simulated

\`npm test\` runs the trigger in n8n's engine, in simulated time, against the local service, and ends its process at random steps and at two steps in five in turn (at each step in \`npm run seeds\`): with bursts, late and equal entries, refusals, and pauses of up to 75 minutes. With replays, one execution in five fails or cannot be created, and some crash while they run. With *Look Back*, 1 in 50 entries is up to an hour late. The tests fail if an entry is missing or, stored by ID, is stored twice. \`npm run seeds\` plays more rounds, with 100,000 entries for *Look Back*.

## Measured

A real n8n, with its data in PostgreSQL, runs a workflow that polls every minute with *Replay Unfinished Executions* turned on. It inserts each entry into two tables of another PostgreSQL database: one with a plain insert, one with the entry's \`id\` as the key, skipping conflicts. Meanwhile:

- The local service records entries at a steady rate. Some have a timestamp up to 45 seconds in the past, some come in bursts of one moment that span pages, and some come twice with every field equal.
- One in five requests of the trigger fails or is slow: 500, 502, 503, a broken connection, a refused cursor, a late answer.
- n8n is killed with SIGKILL and restarted on the same data. The seed decides when, and many kills are aimed at the moments where a crash does most harm.
- Its database connections are ended at random moments. After the middle kill, n8n stays stopped for a while.

Finally, n8n runs undisturbed until it has caught up, and the rows are compared with what the service recorded.

**Handed over** is what n8n wrote into its executions, including replays. **Stored** is what the workflow then inserted.
`;

/** What stands in their place where there are none. */
export const none = 'No full run with replays is recorded here yet.\n';

/** What stands below them. */
export const foot = `## What is not guaranteed

- **A plain insert.** Without the \`id\` as the key, a replay is stored again: see the column of plain inserts. n8n's *Retry* and *Retry On Fail* repeat what a node had already done, too.
- **An execution that fails for longer than four hours.** The trigger then leaves it to you: n8n lists it as failed, and *Retry* runs it with its entries.
- **Several main processes with durable cursors.** Each main process considers the running executions of the others unfinished, and may replay them. The \`id\` makes that harmless.
- **A Data Table and two executions at the same moment.** *Upsert* looks for a row before it adds one, and a Data Table has no unique key: two executions with the same entry that run at the same moment, such as a replay beside an execution that n8n resumes after a crash, can both add it. In PostgreSQL, the key prevents that.
- **An n8n that gives up publishing.** Where publishing a workflow takes longer than 84 seconds, as happened once when n8n lost its database while starting, n8n 2.41.1 logs \`Workflow publication processing exceeded its deadline\` and does not poll until it is restarted or the workflow is published again. Nothing is lost: the trigger then continues at its checkpoint.
- **An n8n that is restored from a backup.** The checkpoint of the backup counts: later entries are emitted again with the same \`id\`.

## What it means for a workflow

- Store entries by their \`id\` so that a second arrival changes nothing (in n8n's Postgres node: *Insert* with *Skip on Conflict*; in n8n's Data Table: *Upsert* matching on \`id\`), and turn on *Replay Unfinished Executions*. The examples do both.
- Durable cursors (\`N8N_SCHEDULER_ENABLED\`, \`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED\` and \`N8N_POLLER_DURABLE_CURSORS_ENABLED\` set to \`true\`; n8n 2.41, off by default) write the checkpoint and the execution in one transaction. They save replays, but nothing is lost without them.
- Where n8n keeps its own data in PostgreSQL, use n8n's Postgres node in version 2.7 (a node that is added today has it). Versions 2.1 to 2.6 change how the PostgreSQL driver of the whole process reads times;
  with durable polling on, n8n 2.41.1 then stopped polling after the first execution of that node until its next start.

## Repeat it

\`npm run exactly-once -- --engine default\` or \`--engine durable\`, with \`--kills\`, \`--minutes\`, \`--rate\`, \`--stop\` (seconds) and \`--seed\`. It needs PostgreSQL on the machine (Debian's \`postgresql\`), and takes as long as \`--minutes\` says, plus the time to catch up.
The same seed produces the same entries, faults and aims; the exact moments depend on the machine.
`;
