import { spawn } from 'node:child_process'

import { cleanEnvironment } from './run-process.ts'

export type ListeningProgram = { readonly url: string; output(): string; stop(): Promise<void> }

/**
 * Starts a server program and waits for its line `listening on URL`, or for what `ready` matches in its output. Its standard input stays
 * open as long as this process lives. Rejects with what it said if it ends before that.
 */
export async function startListening(
  [program = '', ...args]: readonly string[],
  {
    env,
    cwd,
    ready = /^listening on (http\S+)$/m,
  }: { readonly env: Readonly<Record<string, string>>; readonly cwd?: string; readonly ready?: RegExp },
): Promise<ListeningProgram> {
  const child = spawn(program, args, { cwd, env: { ...cleanEnvironment(), ...env }, stdio: 'pipe' })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const found = ready.exec(output)
      if (found !== null) resolve(found[1] ?? '')
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`${program} ${args.join(' ')} ended with ${code}.\n${output}`)))
  })
  return {
    url,
    output: () => output,
    stop: () =>
      new Promise((stopped) => {
        if (child.exitCode !== null) return stopped()
        child.once('close', () => stopped())
        child.kill('SIGTERM')
      }),
  }
}
