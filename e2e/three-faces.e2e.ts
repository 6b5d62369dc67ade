import { createHash, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { makeCertificate, type CertificateFiles } from './support/certificate.ts'
import { browserFace } from './support/face-of-the-browser.ts'
import { commandFace } from './support/face-of-the-commands.ts'
import { terminalFace } from './support/face-of-the-terminal.ts'
import type { Face } from './support/face.ts'
import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles, type KeyFiles } from './support/key-pair.ts'
import { readAutomation, readPeople, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

type Account = { id: string; urn: string; name: string; createdAt: string; updatedAt: string; dependencies: string[] }
/** The parts of an account that do not depend on the face that created it, or on the time. */
type Result = Omit<Account, 'id' | 'urn' | 'createdAt' | 'updatedAt'>

const installation = builtInstallation()
const folder = temporaryFolder()
const faces = ['browser', 'terminal', 'commands'] as const
const results = new Map<string, Record<string, Result>>()
let browser: Browser
let demo: ServerProcess
/** The API, as a service account with the portal's admin role sees it; it reads what the faces wrote. */
let api: Shell
let first: CertificateFiles
let second: KeyFiles

beforeAll(async () => {
  browser = await launchBrowser()
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data') })
  api = await signedInShell('reader')
  first = makeCertificate(folder.path, 'first')
  second = makeKeyFiles(folder.path, 'second')
})
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
  folder.remove()
})

async function signedInShell(home: string): Promise<Shell> {
  const shell = openShell(installation, join(folder.path, home))
  const { code, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(code, stderr).toBe(0)
  return shell
}

async function openFace(face: (typeof faces)[number]): Promise<Face> {
  if (face === 'commands') return commandFace(await signedInShell('commands'))
  if (face === 'terminal') return terminalFace(installation, await signedInShell('terminal'))
  const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
  if (ada === undefined) throw new Error('The demo has no person ada.')
  return browserFace(browser, demo.url, ada)
}

const accounts = () => api.json<Account[]>(['service-account', 'list', '--env', 'Staging'])
const accountNamed = async (name: string) => {
  const found = (await accounts()).filter((one) => one.name === name)
  expect(found).toHaveLength(1)
  return api.json<Account>(['service-account', 'get', found[0]?.id ?? '', '--env', 'Staging'])
}

function resultOf({ id, urn, createdAt, updatedAt, ...shown }: Account, face: string): Result {
  expect(urn).toBe(`urn:portico:acme:service-account:${id}`)
  expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
  const rest = Object.fromEntries(
    Object.entries(shown).filter(([name]) => !/AddedAt$|LastUsedAt$|^keys$/i.test(name)),
  ) as Result
  return { ...rest, name: shown.name.replace(` ${face}`, '') }
}

const urn = (application: string) => `urn:portico:acme:application:${application}`

/** SHA-256 of the DER, as Node.js exports it. */
function fingerprintOf(pem: string): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex')
}

describe('the same work in three faces', () => {
  test.each(faces)('is done in the face: %s', async (face) => {
    const before = await accounts()
    const [name, newName] = [`Month end ${face}`, `Quarter end ${face}`]
    const files = { certificate: first.certificateFile, key: second.publicFile }
    const [key1, key2] = [first.publicPem, readFileSync(second.publicFile, 'utf8').trim()]
    const stages: Record<string, Result> = {}
    results.set(face, stages)
    const hands = await openFace(face)
    try {
      await hands.create(name, files)
      const made = await accountNamed(name)
      stages['created'] = resultOf(made, face)
      const planned = [`${urn('billing')}:clerk`, `${urn('billing')}:viewer`, `${urn('inventory')}:planner`]
      expect(stages['created']).toEqual({
        name: 'Month end',
        key1,
        key1Algorithm: 'RSA',
        key1Fingerprint: fingerprintOf(key1),
        key1Bits: 2048,
        key2: null,
        key2Algorithm: null,
        key2Fingerprint: null,
        key2Bits: null,
        dependencies: expect.any(Array) as string[],
        applications: ['Billing', 'Inventory', 'Company Wiki'],
      })
      expect(made.dependencies.toSorted()).toEqual([...planned, urn('wiki')])

      await hands.edit(name, newName)
      const edited = await accountNamed(newName)
      stages['edited'] = resultOf(edited, face)
      expect(edited).toMatchObject({ id: made.id, key1, key2: null })
      expect(edited.dependencies.toSorted()).toEqual([`${urn('billing')}:clerk`, ...planned.slice(2)])

      await hands.leaveWithChanges(newName)
      expect(await accountNamed(newName)).toEqual(edited)

      await hands.rotate(newName, files)
      const rotated = await accountNamed(newName)
      stages['rotated'] = resultOf(rotated, face)
      expect(rotated).toMatchObject({ id: made.id, key1: null, key2, key2Algorithm: 'RSA' })
      expect(rotated.dependencies).toEqual(edited.dependencies)

      await hands.remove(newName)
      expect(await accounts()).toEqual(before)
      await hands.leave()
    } finally {
      await hands.close()
    }
  })

  test('leaves the same in the database after every stage, and nothing in the end', async () => {
    const [reference, ...others] = faces.map((face) => results.get(face) ?? {})
    expect(Object.keys(reference ?? {})).toEqual(['created', 'edited', 'rotated'])
    for (const other of others) expect(other).toEqual(reference)
    expect((await accounts()).filter(({ name }) => /^(Month|Quarter) end /.test(name))).toEqual([])
  })
})
