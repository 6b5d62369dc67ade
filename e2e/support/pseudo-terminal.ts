import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'

import { cleanEnvironment } from './run-process.ts'
import { until } from './until.ts'

export type PseudoTerminal = {
  write(keys: string): void
  /** Waits until the screen shows it; fails with the screen when it never does. */
  shows(wanted: string | RegExp, timeoutMs?: number): Promise<void>
  /** What the first group of a pattern matches on the screen; waits for it. */
  found(pattern: RegExp): Promise<string>
  /** The screen once it has been the same for a while, but for its first line, which counts down. */
  settled(): Promise<string>
  /** What the program put on the clipboard last (OSC 52). */
  copied(): string | undefined
  readonly exited: Promise<{ readonly code: number; readonly signal: number | undefined }>
  /** Ends it at once, if it has not ended. */
  kill(): void
}

/** Starts a program in a real pseudo terminal, whose screen a terminal emulator draws. */
export function openPseudoTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  rows = 40,
  columns = 120,
): PseudoTerminal {
  const [file = '', ...args] = command
  const all = { ...cleanEnvironment(), LANG: 'C.UTF-8', TERM: 'xterm-256color', ...env }
  const child = spawn(file, args, { cols: columns, rows, name: 'xterm-256color', env: all })
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
  child.onData((data) => terminal.write(data))
  let copied: string | undefined
  terminal.parser.registerOscHandler(52, (data) => {
    copied = Buffer.from(data.slice(data.indexOf(';') + 1), 'base64').toString()
    return true
  })
  let isRunning = true
  const exited = new Promise<{ code: number; signal: number | undefined }>((resolve) => {
    child.onExit(({ exitCode: code, signal }) => {
      isRunning = false
      resolve({ code, signal })
    })
  })

  async function screen(): Promise<string> {
    await new Promise<void>((resolve) => terminal.write('', resolve))
    const { active } = terminal.buffer
    const line = (row: number) => active.getLine(active.baseY + row)?.translateToString(true) ?? ''
    return Array.from({ length: rows }, (_, row) => line(row)).join('\n')
  }

  return {
    write: (keys) => child.write(keys),
    async shows(wanted, timeoutMs) {
      const holds = (now: string) => (typeof wanted === 'string' ? now.includes(wanted) : wanted.test(now))
      await until(`the screen shows ${String(wanted)}`, async () => holds(await screen()), timeoutMs).catch(
        async (reason: unknown) => {
          throw new Error(`It shows:\n${await screen()}`, { cause: reason })
        },
      )
    },
    found: (pattern) => until(`the screen shows ${String(pattern)}`, async () => pattern.exec(await screen())?.[1]),
    async settled() {
      const body = async () => (await screen()).split('\n').slice(1).join('\n')
      let [last, since] = [await body(), Date.now()]
      await until('the screen stays as it is', async () => {
        const now = await body()
        if (now !== last) [last, since] = [now, Date.now()]
        return Date.now() - since > 1000
      })
      return screen()
    },
    copied: () => copied,
    exited,
    kill() {
      if (isRunning) child.kill('SIGKILL')
    },
  }
}
