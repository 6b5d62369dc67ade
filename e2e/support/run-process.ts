import { spawn } from 'node:child_process'

export type Finished = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type RunOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly input?: string
  readonly timeoutMs?: number
}

/** Runs a program to its end without a terminal. One that does not end in time is killed, and its test fails. */
export async function runProcess(command: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const [program = '', ...args] = command
  const { env = {}, cwd, input = '', timeoutMs = 110_000 } = options
  const child = spawn(program, args, { cwd, env: { ...cleanEnvironment(), ...env }, stdio: 'pipe' })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  // A program may end without reading its input.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const text = () => ({ stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() })
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, timeoutMs)
  const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  }).finally(() => clearTimeout(timer))
  if (late) throw new Error(`${command.join(' ')} did not end within ${timeoutMs} ms.\n${text().stderr}`)
  return { ...ended, ...text() }
}

/** The caller's settings of Portico and of the test runner must not reach the programs under test. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined &&
      !/^(PORTICO_|OTEL_|VITEST|VITE_|NODE_ENV$|TEST$|DATABASE_URL$|NO_COLOR$|FORCE_COLOR$)/.test(pair[0]),
  )
  return Object.fromEntries(kept)
}
