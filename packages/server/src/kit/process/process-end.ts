import { sentencesOf } from './start-errors.ts'

/**
 * The reader of the output may stop early (`| head`). What is printed afterwards is dropped, and the command goes on to its end, so that it
 * closes its database; a server goes on serving.
 */
export function allowClosedOutput({ stdout, stderr }: NodeJS.Process): void {
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/** An error of the system that no code expected ends the process with its sentence; a bug keeps its stack. */
export function endWithSentences(running: NodeJS.Process): void {
  running.on('uncaughtException', (error) => {
    const isBug = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
    if (isBug) running.stderr.write(`${error.stack}\n`)
    else sayError(running, error)
    running.exit(1)
  })
}

export function sayError({ stderr, env }: NodeJS.Process, error: unknown): void {
  for (const sentence of sentencesOf(error)) stderr.write(`error: ${sentence}\n`)
  if (env['PORTICO_DEBUG'] && error instanceof Error) stderr.write(`${error.stack}\n`)
}
