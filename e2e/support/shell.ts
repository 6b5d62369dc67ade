import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'
import { runProcess, type Finished, type RunOptions } from './run-process.ts'

export type Shell = {
  readonly home: string
  /** What makes the home of a program: its folders, and what the shell was opened with. */
  readonly env: Readonly<Record<string, string>>
  /** Runs `portico` in this home. */
  portico(args: readonly string[], options?: RunOptions): Promise<Finished>
  /** Runs it with `--json`, insists on exit 0, and parses. */
  json<T>(args: readonly string[], options?: RunOptions): Promise<T>
}

/** A user's shell: a separate home without any configuration. */
export function openShell(
  installation: Installation,
  home: string,
  options: { readonly prefix?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Shell {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const { prefix = ['node'] } = options
  const own = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    ...options.env,
  }
  const portico: Shell['portico'] = (args, more = {}) =>
    runProcess([...prefix, installation.portico, ...args], { cwd: home, ...more, env: { ...own, ...more.env } })
  return {
    home,
    env: own,
    portico,
    async json<T>(args: readonly string[], more?: RunOptions) {
      const isNamed = args.some((argument) => argument.startsWith('--json='))
      const { code, stdout, stderr } = await portico(isNamed ? args : [...args, '--json'], more)
      if (code !== 0) throw new Error(`portico ${args.join(' ')} ended with ${code}.\n${stderr}`)
      return JSON.parse(stdout) as T
    },
  }
}

/** Signs the demo's automation account in. */
export function loginArguments(account: { server: string; serviceAccountId: string; keyFile: string }): string[] {
  const { server, serviceAccountId, keyFile } = account
  return ['login', '--server', server, '--service-account', serviceAccountId, '--key-file', keyFile]
}
