import { homedir } from 'node:os'

import { CommandFailure } from '../errors/failure.ts'
import type { Io, TextOut } from './io.ts'

/** Resolves when all output has been written, or cannot be. */
type Flushing = { readonly flushed: () => Promise<void> }

/** The streams and environment of the real process. Each stream is opened on first use. */
export function processIo(running: NodeJS.Process): Io & Flushing {
  // The reader of our output may stop early (`| head`): exit quietly.
  const quietly = (reason: NodeJS.ErrnoException) => running.exit(reason.code === 'EPIPE' ? 0 : 1)
  const stdout = textOut(() => running.stdout, quietly)
  const stderr = textOut(() => running.stderr, quietly)
  return {
    stdout,
    stderr,
    flushed: async () => void (await Promise.all([stdout.flushed(), stderr.flushed()])),
    stdin: {
      get isTTY() {
        return running.stdin.isTTY
      },
      readAll: async () => {
        const chunks: Buffer[] = []
        for await (const chunk of running.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
        return Buffer.concat(chunks)
      },
      ask: (question) => ask(running, question),
    },
    env: running.env,
    cwd: running.cwd(),
    get home() {
      return homedir()
    },
    page: async (text) => {
      const { stdout, stdin, env } = running
      const fits = text.split('\n').length <= (stdout.rows ?? Infinity)
      if (!stdout.isTTY || !stdin.isTTY || fits || env['CI'] || env['TERM'] === 'dumb') return false
      return (await import('./pager.ts')).throughPager(text, running)
    },
  }
}

function textOut(open: () => NodeJS.WriteStream, onError: (reason: NodeJS.ErrnoException) => void): TextOut & Flushing {
  let opened: NodeJS.WriteStream | undefined
  const stream = () => (opened ??= open().on('error', onError))
  return {
    write: (text) => void stream().write(text),
    flushed: async () => {
      // Writes to files and terminals are synchronous; a pipe with a slow reader needs waiting.
      const stream = opened
      if (stream === undefined || stream.destroyed || !stream.writableLength) return
      await new Promise((done) => stream.write('', done))
    },
    get isTTY() {
      return stream().isTTY
    },
    get columns() {
      return stream().isTTY ? stream().columns : undefined
    },
  }
}

async function ask(running: NodeJS.Process, question: string): Promise<string> {
  const { createInterface } = await import('node:readline')
  // Questions go to stderr, because stdout is for data only.
  const lines = createInterface({ input: running.stdin, output: running.stderr, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('SIGINT', () => reject(new CommandFailure({ kind: 'interrupted', message: 'Interrupted.' })))
      lines.once('close', () => reject(new CommandFailure({ kind: 'cancelled', message: 'Nothing was typed.' })))
      lines.question(question, resolve)
    })
  } catch (error) {
    // The cursor still stands behind the question.
    running.stderr.write('\n')
    throw error
  } finally {
    lines.close()
  }
}
