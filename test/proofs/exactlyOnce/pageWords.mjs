/** What stands above the figures. */
export const head = `# Exactly once, measured

This page shows what the Inference Usage Trigger guarantees through crashes of n8n, what was measured, and what is not guaranteed. It is generated from the JSON files in [exactly-once](exactly-once) by \`npm run exactly-once -- --page\`.

## What is guaranteed

With *Replay Unfinished Executions* turned on, and entries stored by their \`id\`, each entry is stored, and stored once, through crashes and restarts of n8n, lost connections to its database, and failing nodes after the trigger. No one has to press *Retry*.

- n8n reports to the trigger how the execution that took its entries ended. Until it has succeeded, the trigger keeps the time span of the entries in its checkpoint: two times and a count, not the entries.
- If the execution could not be created, crashed or failed, the trigger reads that span again and emits its entries again, with the same \`id\` and with \`replayed\` set to true. It waits 1, 2, 4, 8, 16, 32 and then 60 minutes between attempts, and gives up after the tenth, about four hours after the first. Up to 1,000 spans are kept.
- A new process of n8n replays what the saved checkpoint does not know to have succeeded. n8n's default engine saves the checkpoint when entries are emitted, which is before their execution can succeed: after a restart, the entries of the last execution come again. With durable cursors the next poll saves it, and only what is unfinished is replayed.
- An execution that waits, or that a person canceled, is not replayed. Summaries and threshold alerts are never replayed.

The option is off by default, because a workflow that does not store by \`id\` would process entries again after each restart. Off, the trigger hands over its entries as any other trigger does, and n8n can lose those of an execution in the moment between saving the checkpoint and creating the execution.

*Look Back* finds entries that are recorded later than *Settle Delay*: each poll reads as much of the history again and emits only what it has not emitted. It keeps 64 bits of each ID, at most 100,000 of them in 1.1 MB of the checkpoint. Where there are more, it looks back less far, and still emits nothing twice. Two different entries of one minute that holds 100,000 have the same 64 bits with a probability of 3 in 10 billion.

## Without replays

The same trigger without *Replay Unfinished Executions*, measured the same way with 31 kills for each engine ([results](exactly-once/without-replay)):

| Engine | Entries | Never handed over | Not stored until someone pressed *Retry* |
| --- | --- | --- | --- |
| Default | 171,131 | 38,375, at 3 kills between saving the checkpoint and creating the execution | 19,000 more, in 3 executions that crashed |
| Durable cursors | 131,946 | 29, which lay before the Start of the trigger | 37,843 more, in 7 executions that crashed |

## Simulated

\`npm test\` runs the trigger in n8n's engine, in simulated time, against the local service, and ends its process at random steps, or at every single step in turn: with bursts, late and equal entries, refusals, and pauses of up to 75 minutes. With replays, one execution in five fails or cannot be created, and some crash while they run: stored by ID, 0 entries are missing and 0 are stored twice, for each of three ways in which n8n keeps a checkpoint. With *Look Back*, 1 in 50 entries up to an hour late: 0 missing, 0 repeated. \`npm run seeds\` plays more rounds, of 100,000 entries for *Look Back*.

## Measured

A real n8n, with its data in PostgreSQL, runs a workflow that polls every minute with *Replay Unfinished Executions* turned on and
inserts each entry into two tables of another PostgreSQL database, once plainly and once with the entry's \`id\` as the key and conflicts skipped.
Meanwhile the local test service records entries at a steady rate: some with a timestamp up to 45 seconds in the past, some in bursts of one
moment that cross the borders of pages, some twice with every field equal. One in five requests of the trigger meets trouble: an answer of 500, 502 or 503,
a broken connection, a refused cursor, a slow answer. n8n is killed with SIGKILL and started again on the same data; the seed decides when, and many kills
are aimed at the moments where a crash could hurt. Its database connections are ended at random moments. After the middle kill n8n stays stopped for a while. In the end n8n is left alone until it has caught up, and what arrived is compared with what was recorded.

**Handed over** is what n8n wrote into the rows of its executions, replays included. **Stored** is what the workflow then inserted.
`;

/** What stands in their place where there are none. */
export const none = 'No full run with replays is recorded here yet.\n';

/** What stands below them. */
export const foot = `## What is not guaranteed

- **A plain insert.** Without the \`id\` as the key, a replay is stored again: see the column of plain inserts. n8n's *Retry* and *Retry On Fail* repeat what a node had already done, too.
- **An execution that fails for longer than four hours.** The trigger then leaves it to you: n8n lists it as failed, and *Retry* runs it with its entries.
- **Several main processes with durable cursors.** Each of them takes the running executions of another for unfinished, and may replay them. The \`id\` makes that harmless.
- **A Data Table and two executions at the same moment.** *Upsert* looks for a row before it adds one, and a Data Table has no unique key: two executions with the same entry that run at the same moment, such as a replay beside an execution that n8n resumes after a crash, can both add it. In PostgreSQL the key forbids that.
- **An n8n that gives up publishing.** Where publishing a workflow takes longer than 84 seconds, as it did once when n8n lost its database while it started, n8n 2.41.1 logs \`Workflow publication processing exceeded its deadline\` and does not poll until it is restarted or the workflow is published again. Nothing is lost: the trigger then goes on at its checkpoint.
- **An n8n that is stopped for good while its data are restored from a backup.** The checkpoint of the backup counts: entries since then come again with the same \`id\`.

## What it means for a workflow

- Store entries by their \`id\` and let a second arrival change nothing (in n8n's Postgres node: *Insert* with *Skip on Conflict*; in n8n's Data Table: *Upsert* matching on \`id\`), and turn on *Replay Unfinished Executions*. The examples do both.
- Durable cursors (\`N8N_SCHEDULER_ENABLED\`, \`N8N_SCHEDULER_POLL_TRIGGERS_ENABLED\` and \`N8N_POLLER_DURABLE_CURSORS_ENABLED\` set to \`true\`; n8n 2.41, off by default) write the checkpoint and the execution in one transaction. They spare replays; they are not needed to lose nothing.
- Where n8n keeps its own data in PostgreSQL, use n8n's Postgres node in version 2.7 (a node that is added today has it). Versions 2.1 to 2.6 change how the PostgreSQL driver of the whole process reads times;
  with durable polling on, n8n 2.41.1 then stopped polling after the first execution of that node until its next start.

## Repeat it

\`npm run exactly-once -- --engine default\` or \`--engine durable\`, with \`--kills\`, \`--minutes\`, \`--rate\`, \`--stop\` (seconds) and \`--seed\`. It needs PostgreSQL on the machine (Debian's \`postgresql\`), and takes as long as \`--minutes\` says, plus the time to catch up.
The same seed produces the same entries, troubles and aims; the moments themselves depend on the machine.
`;
