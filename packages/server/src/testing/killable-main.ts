import { pino } from 'pino'

import { start } from '../operator/commands/start.ts'

/** The program that killable-server.ts bundles: the server as the operator starts it, with its own interval for reverting. */
const [dataDir = '', pagesDir = '', revertEveryMs] = process.argv.slice(2)
const server = await start({
  dataDir,
  pagesDir,
  host: '127.0.0.1',
  port: 0,
  env: process.env,
  log: pino({ level: 'silent' }),
  revertEveryMs: Number(revertEveryMs),
})
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${server.url}\n`)
