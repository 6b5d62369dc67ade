import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from './free-port.ts'
import { builtInstallation } from './installation.ts'
import { runScript } from './peer-script.ts'

const peers = join(import.meta.dirname, '..', 'peers')
const cache = join(builtInstallation().root, 'node_modules', '.cache', 'peers')

/** Installs the libraries of Python and Debian that are missing. In CI that must work; elsewhere false means that it did not. */
export async function installPeers(): Promise<boolean> {
  const isInstalled = await installPythonPeers()
  return isInstalled && installed(() => runScript(join(peers, 'setup-mellon.sh'), 'install', {}))
}

/** Only those of Python. */
export function installPythonPeers(): Promise<boolean> {
  return installed(() => runScript(join(peers, 'setup-python-peers.sh'), 'install', { DIR: join(cache, 'python') }))
}

async function installed(install: () => Promise<unknown>): Promise<boolean> {
  try {
    await install()
    return true
  } catch (error) {
    if (process.env['CI'] === 'true') throw error
    process.stderr.write(`Scenarios with libraries of others are skipped: ${String(error)}\n`)
    return false
  }
}

/** The command of a program in `e2e/peers/python`. */
export function python(program: string): readonly string[] {
  return [join(cache, 'python', 'bin', 'python'), join(peers, 'python', program)]
}

/** A program that one of the libraries of Python brings. */
export const pythonProgram = (name: string): string => join(cache, 'python', 'bin', name)

/** oauth2-proxy, where `setup-oauth2-proxy.sh` has built it: that takes minutes. */
export const oauth2Proxy = [join(cache, 'oauth2-proxy')].find((path) => existsSync(path))

/** Where an application will listen, for what is registered before it starts. By this name its addresses may be http. */
export async function reservedAddress(): Promise<{ readonly port: string; readonly url: string }> {
  const port = String(await freePort('127.0.0.1'))
  return { port, url: `http://localhost:${port}` }
}
