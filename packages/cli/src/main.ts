import { isAscii } from './kit/io/ascii-locale.ts'
import { processIo } from './kit/io/process-io.ts'
import { endAtSignals } from './kit/io/signals.ts'
import { runCommandLine } from './app/program/run-command-line.ts'

/**
 * Runs the command line of this process and sets its exit code after all output is written. `bin/portico` calls this;
 * `onConnect` is called before the first request, when all its code is loaded.
 */
export async function main(running: NodeJS.Process, version: string, onConnect?: () => void): Promise<void> {
  const takeSignal = endAtSignals(running)
  const own = processIo(running)
  const io = isAscii(running.env, running.platform) ? (await import('./kit/output/ascii-io.ts')).asciiIo(own) : own
  running.exitCode = await runCommandLine(running.argv.slice(2), {
    io,
    clock: { now: () => Date.now() },
    randomId: () => crypto.randomUUID(),
    version,
    onConnect,
    takeSignal,
    running,
  })
  await own.flushed()
}
