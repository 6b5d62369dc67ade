import { Worker } from 'node:worker_threads'

import { CommandFailure, failureSaying, type Failure } from '../errors/failure.ts'
import { phrase } from '../phrases/phrase.ts'

/** What jq wrote. `text`: its results, each with a line end, strings without quotes (jq -r). `notes`: from `debug` and `stderr`. */
export type JqAnswer = {
  readonly text: string
  readonly notes: string
  /** Why it stopped; what it wrote before counts. */
  readonly failure: Failure | undefined
}

type Written = { readonly stdout: string; readonly stderr: string; readonly exitCode: number }

/** Runs a jq expression over a JSON text, in a thread that ends with the process. */
export async function throughJq(json: string, expression: string): Promise<JqAnswer> {
  const { stdout, stderr, exitCode } = await inThread(json, expression)
  const text = withoutQuotes(stdout)
  if (exitCode === 0) return { text, notes: stderr, failure: undefined }
  const lines = stderr.split('\n')
  // `halt_error` writes nothing but what it is given.
  const at = Math.max(
    lines.findIndex((line) => line.startsWith('jq: error')),
    0,
  )
  return { text, notes: lines.slice(0, at).join('\n'), failure: failureFrom(lines.slice(at).join('\n')) }
}

async function inThread(json: string, expression: string): Promise<Written> {
  const worker = new Worker(new URL('./jq-worker.cjs', import.meta.url), {
    workerData: { json, expression },
    execArgv: [],
    // The library reports here that it aborted.
    stderr: true,
  })
  try {
    return await new Promise<Written>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason)
    // jq reports exhausted memory only by these messages. A JavaScript string and a byte array have limits too.
    const isTooLarge = /^Aborted\(|allocation failed|memory|Invalid (?:typed array|string) length|string longer/.test(
      message,
    )
    throw new CommandFailure(
      failureSaying(
        'failure',
        isTooLarge ? 'jq needs more memory for this expression than it has.' : phrase`jq: ${message}`,
      ),
    )
  } finally {
    await worker.terminate()
  }
}

/** A result that is a string has a line that begins with a quote; within other results lines are indented. */
function withoutQuotes(stdout: string): string {
  if (stdout === '') return ''
  const lines = stdout.split('\n').map((line) => (line.startsWith('"') ? (JSON.parse(line) as string) : line))
  return `${lines.join('\n')}\n`
}

function failureFrom(stderr: string): Failure {
  const errors = stderr.split('\n').flatMap((line) => /^jq: error(?: \([^)]*\))*: (.*)$/.exec(line)?.[1] ?? [])
  const message = (errors.length === 0 ? stderr : errors.join('; ').replaceAll(place, ' ($1)')).trim()
  if (/^jq: \d+ compile errors?$/m.test(stderr))
    return failureSaying('usage', phrase`jq does not understand the expression: ${message}`, {
      hint: 'portico help topics output',
    })
  return failureSaying('failure', phrase`jq: ${message}`)
}

/** Where jq says an expression is wrong. */
const place = / at <top-level>, (line \d+, column \d+):/g
