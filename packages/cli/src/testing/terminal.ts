import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Io } from '../kit/io/io.ts'
import { runCommandLine } from '../app/program/run-command-line.ts'

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>
  /** Both ends are a terminal. */
  readonly isTTY?: boolean
  readonly stdin?: string | Uint8Array
  /** What a person types when asked. */
  readonly typed?: string
}

export type Terminal = {
  /** A separate folder, used as home and working directory. */
  readonly folder: string
  /** Milliseconds since the epoch, as commands see it. */
  now: number
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>
  remove(): void
}

/** Runs command lines in this process, with a separate home folder and real files. */
export function openTerminal(): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'portico-cli-'))
  const terminal: Terminal = {
    folder,
    now: Date.parse('2026-11-21T12:00:00Z'),
    async run(argv, options = {}) {
      const written = { stdout: '', stderr: '' }
      const out = (name: 'stdout' | 'stderr') => ({
        write: (text: string) => void (written[name] += text),
        isTTY: options.isTTY ?? false,
        columns: options.isTTY ? 80 : undefined,
      })
      const io: Io = {
        stdout: out('stdout'),
        stderr: out('stderr'),
        stdin: {
          isTTY: options.isTTY ?? false,
          readAll: () => Promise.resolve(Buffer.from(options.stdin ?? '')),
          ask: () => Promise.resolve(options.typed ?? ''),
        },
        env: options.env ?? {},
        cwd: folder,
        home: folder,
      }
      const code = await runCommandLine(argv, {
        io,
        clock: { now: () => terminal.now },
        randomId: () => randomUUID(),
        version: '0.0.0',
      })
      return { code, ...written }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  return terminal
}
