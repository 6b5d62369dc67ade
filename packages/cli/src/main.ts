import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'

import { processIo } from './io/process-io.ts'
import { runCommandLine } from './program/run-command-line.ts'

/** Runs the command line of this process and leaves its exit code behind. `bin/portico` calls this. */
export async function main(running: NodeJS.Process, version: string): Promise<void> {
  // Whoever reads our output may stop early (`| head`): that is not an error worth a word.
  const quietly = (reason: NodeJS.ErrnoException) => running.exit(reason.code === 'EPIPE' ? 0 : 1)
  running.stdout.on('error', quietly)
  running.stderr.on('error', quietly)
  running.once('SIGINT', () => running.exit(130))
  running.once('SIGTERM', () => running.exit(143))
  // The HTTP parser is WebAssembly: compiling it a second time, for speed, holds the exit of a command for 80 ms.
  setFlagsFromString('--liftoff-only')
  running.exitCode = await runCommandLine(running.argv.slice(2), {
    io: processIo(running),
    clock: { now: () => Date.now() },
    randomId: () => randomUUID(),
    version,
  })
}
