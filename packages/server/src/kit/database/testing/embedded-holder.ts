import { once } from 'node:events'
import { startEmbeddedPostgres } from '../embedded/start.ts'

/** A program under test: holds the embedded PostgreSQL of a directory until its standard input says so or ends. */
const [dataDir = '', native = '', systemFolder = ''] = process.argv.slice(2)
const say = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`)
const log = {
  info: (_: object, message: string) => say({ log: message }),
  warn: (_: object, message: string) => say({ log: message }),
  error: (_: object, message: string) => say({ log: message }),
}

try {
  const postgres = await startEmbeddedPostgres({ dataDir, native, systemFolder, log })
  say({ ready: postgres.connection('portico', 'postgres') })
  await once(process.stdin, 'data')
  await postgres.stop()
  process.exit(0)
} catch (error) {
  say({ failed: String(error) })
  process.exit(1)
}
