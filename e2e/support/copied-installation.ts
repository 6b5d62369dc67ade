import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
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
  const modules = realpathSync(join(from.root, 'node_modules'))
  await insist([
    'cp',
    '-a',
    '-t',
    join(folder, 'node_modules'),
    ...runtimeModules(from.root).map((name) => join(modules, name)),
  ])
  await insist(['chown', '-R', `${owner.uid}:${owner.gid}`, folder])
  return installationAt(folder)
}

/** Folders of node_modules that contain something not only for development, by the lock file. */
function runtimeModules(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; link?: boolean }>
  }
  const modules = realpathSync(join(root, 'node_modules'))
  const present = new Set(readdirSync(modules))
  const wanted = Object.entries(lock.packages).flatMap(([path, entry]) => {
    const name = /^node_modules\/([^/]+)/.exec(path)?.[1]
    return name !== undefined && entry.dev !== true && entry.link !== true && present.has(name) ? name : []
  })
  return [...new Set(wanted)]
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
