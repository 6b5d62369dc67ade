import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

import { ConfigError, ListenError, type Log, type Simulator, type SimulatorConfig, startSimulator } from './index.ts'

const parentCheckMs = 1000

const log: Log = (entry) =>
  void process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)

// The reader of our output may exit before us.
process.stderr.on('error', () => undefined)
process.stdout.on('error', () => undefined)

let simulator: Simulator | undefined
const leave = () => {
  const done = simulator?.stop() ?? Promise.resolve()
  void done.finally(() => process.exit(0))
}
process.once('SIGTERM', leave)
process.once('SIGINT', leave)
leaveWithParent(leave)

try {
  simulator = await startSimulator(await readConfig(), { log })
  process.stdout.write(`ready ${simulator.url}\n`)
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof ListenError
  process.stderr.write(`${expected ? error.message : String((error as Error).stack)}\n`)
  process.exit(1)
}

async function readConfig(): Promise<SimulatorConfig> {
  const file = configFile()
  try {
    return JSON.parse(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')) as SimulatorConfig
  } catch (error) {
    const where = file === '-' ? 'standard input' : file
    throw new ConfigError(`The configuration in ${where} cannot be read: ${(error as Error).message}`)
  }
}

function configFile(): string {
  try {
    const { config } = parseArgs({ options: { config: { type: 'string' } } }).values
    if (config !== undefined) return config
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nUsage: main.js --config FILE (or - for standard input)`)
  }
  throw new ConfigError('Name a configuration: main.js --config FILE (or - for standard input)')
}

/** A killed parent must leave no simulator behind: the IPC channel closes with it, or we get another parent. */
function leaveWithParent(gone: () => void): void {
  if (process.send !== undefined) {
    process.once('disconnect', gone)
    if (!process.connected) gone()
    return
  }
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && gone(), parentCheckMs).unref()
}
