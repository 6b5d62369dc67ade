import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'

export type PtyOptions = {
  readonly file: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly columns?: number
  readonly rows?: number
  readonly cwd?: string | undefined
}

export type Pty = {
  readonly pid: number
  write(text: string): void
  resize(columns: number, rows: number): void
  /** The lines a person sees, without spaces at their ends. */
  lines(): Promise<readonly string[]>
  text(): Promise<string>
  /** Everything the program wrote, including control sequences. */
  written(): string
  /** Resolves with the screen's text once it contains the wanted text; rejects with the screen otherwise. */
  until(wanted: string | RegExp | ((text: string) => boolean), timeoutMs?: number): Promise<string>
  /** Whether the alternate screen is on. */
  isAlternate(): Promise<boolean>
  isCursorHidden(): boolean
  isBracketedPaste(): boolean
  /** Whether clicks and the wheel are reported to the program. */
  isMouse(): boolean
  readonly exited: Promise<{ readonly exitCode: number; readonly signal: number | undefined }>
  kill(signal?: string): void
}

/** A program in a real pseudo terminal, read through a real terminal emulator. */
export function openPty(options: PtyOptions): Pty {
  const { file, args, env = {}, columns = 100, rows = 30, cwd = process.cwd() } = options
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  const child = spawn(file, [...args], {
    cols: columns,
    rows,
    cwd,
    name: env['TERM'] ?? 'xterm-256color',
    env: defined({ ...inherited, LANG: 'C.UTF-8', ...env }),
  })
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1000 })
  let written = ''
  let seen: () => void = () => undefined
  child.onData((data) => {
    written += data
    terminal.write(data, () => seen())
  })
  const exited = new Promise<{ exitCode: number; signal: number | undefined }>((resolve) =>
    child.onExit(({ exitCode, signal }) => resolve({ exitCode, signal })),
  )
  const settled = () => new Promise<void>((resolve) => terminal.write('', resolve))
  const lastOf = (on: string, off: string) => written.lastIndexOf(on) > written.lastIndexOf(off)

  async function lines(): Promise<readonly string[]> {
    await settled()
    const { active } = terminal.buffer
    return Array.from(
      { length: terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    )
  }
  const text = async () => (await lines()).join('\n')

  return {
    pid: child.pid,
    write: (typed) => child.write(typed),
    resize(columnCount, rowCount) {
      terminal.resize(columnCount, rowCount)
      child.resize(columnCount, rowCount)
    },
    lines,
    text,
    written: () => written,
    async until(wanted, timeoutMs = 45_000) {
      const holds = (now: string) =>
        typeof wanted === 'string' ? now.includes(wanted) : wanted instanceof RegExp ? wanted.test(now) : wanted(now)
      const deadline = Date.now() + timeoutMs
      for (;;) {
        const now = await text()
        if (holds(now)) return now
        const left = deadline - Date.now()
        if (left <= 0) throw new Error(`The screen never showed ${String(wanted)}. It shows:\n${now}`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left)
          seen = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
    isAlternate: async () => {
      await settled()
      return terminal.buffer.active.type === 'alternate'
    },
    isCursorHidden: () => lastOf('\u001b[?25l', '\u001b[?25h'),
    isBracketedPaste: () => lastOf('\u001b[?2004h', '\u001b[?2004l'),
    isMouse: () => ['1000', '1006'].some((mode) => lastOf(`\u001b[?${mode}h`, `\u001b[?${mode}l`)),
    exited,
    kill: (signal) => child.kill(signal),
  }
}

function defined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
