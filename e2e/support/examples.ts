import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { startListening, type ListeningProgram } from './listening-program.ts'
import { runProcess } from './run-process.ts'

/** One folder of `examples/`. Commands run in that folder. */
export type Example = {
  readonly language: string
  readonly folder: string
  /** What the machine lacks, in a sentence; undefined when the example runs here. */
  readonly missing: string | undefined
  /** Builds the programs; absent where they run as they lie. */
  readonly prepare?: readonly string[]
  readonly server?: readonly string[]
  readonly token: readonly string[]
  /** Receives webhooks. */
  readonly webhook?: readonly string[]
}

export const folderOf = (name: string) => join(import.meta.dirname, '..', '..', 'examples', name)

/** What this machine lacks to build the examples in a language; undefined: nothing. */
export function missingIn(language: 'go' | 'java'): string | undefined {
  if (language === 'go') return works('go', 'version') ? undefined : 'go'
  return works('javac', '-version') && works('mvn', '-version') ? undefined : 'a JDK with Maven'
}

/** The examples with the commands of their README, except that programs are built once before they are started. */
export function examples(builds: string): Example[] {
  const python = ['python3', '/usr/bin/python3'].find((one) => works(one, '-c', 'import jwt, cryptography'))
  const classes = join(builds, 'java')
  return [
    {
      language: 'Node.js',
      folder: folderOf('node'),
      missing: undefined,
      server: ['node', 'server.mjs'],
      token: ['node', 'token.mjs'],
      webhook: ['node', 'webhook.mjs'],
    },
    {
      language: 'Python',
      folder: folderOf('python'),
      missing: python === undefined ? 'Python with PyJWT and cryptography' : undefined,
      server: [python ?? '', 'server.py'],
      token: [python ?? '', 'get_token.py'],
      webhook: [python ?? '', 'webhook.py'],
    },
    {
      language: 'Go',
      folder: folderOf('go'),
      missing: missingIn('go'),
      prepare: ['go', 'build', '-o', `${builds}/`, './server', './token'],
      server: [join(builds, 'server')],
      token: [join(builds, 'token')],
    },
    {
      language: 'Java',
      folder: folderOf('java'),
      missing: missingIn('java'),
      prepare: [
        'mvn',
        '-q',
        '-B',
        `-DbuildFolder=${classes}`,
        'compile',
        'dependency:copy-dependencies',
        `-DoutputDirectory=${classes}/libraries`,
      ],
      server: ['java', '-cp', `${classes}/classes:${classes}/libraries/*`, 'Server'],
      token: ['java', '-cp', `${classes}/classes:${classes}/libraries/*`, 'Token'],
    },
    { language: 'curl', folder: folderOf('curl'), missing: undefined, token: ['bash', 'token.sh'] },
  ]
}

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Runs a program of an example to its end and returns what it printed. Rejects with its errors unless it exits with 0. */
export async function runExample(
  { folder: cwd }: Example,
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await runProcess(command, { cwd, env, timeoutMs: 300_000 })
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.\n${stdout}${stderr}`)
  return stdout
}

/** Starts the server of an example, which trusts `issuer`, on a free port. */
export function startExample(
  { folder: cwd, server = [] }: Example,
  { issuer, audience }: { readonly issuer: string; readonly audience: string },
): Promise<ListeningProgram> {
  const env = { ISSUER: issuer, AUDIENCE: audience, PORT: '0', PYTHONDONTWRITEBYTECODE: '1' }
  return startListening(server, { cwd, env })
}
