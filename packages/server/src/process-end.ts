import { sentencesOf } from './start-errors.ts'

/**
 * The reader of the output may stop early (`| head`): a command then ends without a word, with what it has done so far as its exit
 * code. A server goes on: its collector may be restarted.
 */
export function endQuietly(running: NodeJS.Process): { isServing(): void } {
  let serves = false
  running.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (serves) return
    if (error.code !== 'EPIPE') sayError(running, error)
    running.exit(error.code === 'EPIPE' ? (running.exitCode ?? 0) : 1)
  })
  running.stderr.on('error', () => {})
  return { isServing: () => void (serves = true) }
}

/** An error that no code expected ends the process with sentences. PORTICO_DEBUG adds the stack. */
export function endWithSentences(running: NodeJS.Process): void {
  running.on('uncaughtException', (error) => {
    sayError(running, error)
    running.exit(1)
  })
}

export function sayError({ stderr, env }: NodeJS.Process, error: unknown): void {
  for (const sentence of sentencesOf(error)) stderr.write(`error: ${sentence}\n`)
  if (env['PORTICO_DEBUG'] && error instanceof Error) stderr.write(`${error.stack}\n`)
}
