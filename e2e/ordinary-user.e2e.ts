import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { copyInstallation } from './support/copied-installation.ts'
import { builtInstallation, type Installation } from './support/installation.ts'
import { killHard, processesNaming } from './support/processes.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { wholeRound } from './support/whole-round.ts'

const isRoot = process.getuid?.() === 0
const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
const folder = temporaryFolder()
const systemFolder = '/var/lib/portico'
const systemWide = () => (existsSync(systemFolder) ? readdirSync(systemFolder) : [])
let shared: Installation
let before: string[]

beforeAll(async () => {
  before = systemWide()
  chmodSync(folder.path, 0o755)
  shared = await copyInstallation(builtInstallation(), join(folder.path, 'shared'), self)
  if (!isRoot) console.warn('NOT TESTED HERE: the demo as root and as other users (run this file as root for that).')
})
afterAll(() => {
  for (const { pid } of processesNaming(folder.path)) killHard(pid)
  folder.remove()
})

function homeOf(name: string, { uid, gid }: { uid: number; gid: number }): string {
  const home = join(folder.path, name)
  mkdirSync(home, { mode: 0o700 })
  chownSync(home, uid, gid)
  return home
}

const as = ({ uid, gid }: { uid: number; gid: number }) => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  'node',
]

test('the user who runs the suite starts and uses the demo with an inaccessible home', async () => {
  const home = homeOf('self', self)
  await wholeRound(await copyInstallation(shared, join(home, 'portico'), self), { home, prefix: ['node'] })
  expect(statSync(join(home, 'data', 'secret.key')).mode & 0o777).toBe(0o600)
  expect(statSync(join(home, 'data', 'demo', 'keys', 'automation.pem')).mode & 0o777).toBe(0o600)
})

test.runIf(isRoot)('an ordinary user starts and uses their own copy under a closed home', async () => {
  const nobody = { uid: 65534, gid: 65534 }
  const home = homeOf('nobody', nobody)
  const own = await copyInstallation(shared, join(home, 'portico'), nobody)
  await wholeRound(own, { home, prefix: as(nobody) })
  expect(statSync(join(home, 'data')).uid).toBe(nobody.uid)
  expect(statSync(join(home, 'data')).mode & 0o077).toBe(0)
})

test.runIf(isRoot)(
  'a user without an entry in the list of users starts and uses a copy they can only read',
  async () => {
    const stranger = { uid: 54321, gid: 54321 }
    const home = homeOf('stranger', stranger)
    await wholeRound(shared, { home, prefix: as(stranger) })
  },
)

test('left nothing outside the data directory', () => {
  expect(systemWide()).toEqual(before)
})
