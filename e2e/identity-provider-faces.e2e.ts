import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { builtInstallation } from './support/installation.ts'
import type { ProviderFace, Published } from './support/provider-face.ts'
import { providersByCommand } from './support/providers-by-command.ts'
import { providersByTerminal } from './support/providers-by-terminal.ts'
import { refusedSignIn } from './support/refused-sign-in.ts'
import { readAutomation, startDemo, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { simulatedProviders } from './support/simulated-providers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

type Provider = {
  id: string
  name: string
  createdAt: string
  updatedAt: string
  suffixes: string[]
  config: Record<string, unknown>
  certificates: readonly object[]
}
/** The parts of a provider that do not depend on the face that created it, or on the time. */
type Result = Omit<Provider, 'id' | 'name' | 'createdAt' | 'updatedAt'>

const installation = builtInstallation()
const folder = temporaryFolder()
const faces = ['commands, by flags', 'commands, by address', 'terminal'] as const
const results = new Map<string, Record<string, Result>>()
let demo: ServerProcess
/** The API, as a service account with the portal's admin role sees it; it reads what the faces wrote. */
let api: Shell
/** acme's partners, which every face adds again. */
let partners: Provider
let published: Published
/** The code of a sign-in that their provider made fail. */
let code: string

beforeAll(async () => {
  demo = await startDemo(installation, { dataDir: join(folder.path, 'data'), args: ['--simulator-control'] })
  api = await signedInShell('reader')
  partners = await api.json<Provider>(['idp', 'get', 'Acme Partners'])
  const simulator = simulatedProviders(demo.dataDir)
  published = {
    aggregateUrl: `${simulator.url}/saml/metadata.xml`,
    entityId: String(partners.config['entityId']),
  }
  const browser = await launchBrowser()
  try {
    code = await refusedSignIn(browser, demo, simulator)
  } finally {
    await browser.close()
  }
})
afterAll(async () => {
  await demo?.stop()
  folder.remove()
})

async function signedInShell(home: string): Promise<Shell> {
  const shell = openShell(installation, join(folder.path, home))
  const { code: ended, stderr } = await shell.portico(loginArguments(readAutomation(demo.dataDir)))
  expect(ended, stderr).toBe(0)
  return shell
}

async function openFace(face: (typeof faces)[number]): Promise<ProviderFace> {
  const shell = await signedInShell(face.replace(/\W+/g, '-'))
  if (face === 'terminal') return providersByTerminal(installation, shell)
  return providersByCommand(shell, face === 'commands, by flags' ? byFlags : byAddress)
}

const byAddress = ({ aggregateUrl, entityId }: Published) => ['--from-url', aggregateUrl, '--entity-id', entityId]

/** The values in the metadata, field by field. */
function byFlags({ aggregateUrl, entityId }: Published): string[] {
  const certificate = join(folder.path, 'published.pem')
  writeFileSync(certificate, String(partners.config['signingCertificate1']))
  const fields = {
    entityId,
    ssoUrl: partners.config['ssoUrl'],
    ssoBinding: 'redirect',
    nameIdFormat: 'unspecified',
    sloUrl: partners.config['sloUrl'],
    sloBinding: 'redirect',
    signingCertificate1: `@${certificate}`,
    metadataUrl: aggregateUrl,
    followMetadata: true,
  }
  return Object.entries(fields).flatMap(([name, value]) => ['--set', `${name}=${String(value)}`])
}

const providers = async () => (await api.json<Provider[]>(['idp', 'list'])).map(withoutReadings)

/** Without the times of certificates, and without what the server, which reads metadata by itself, may have found meanwhile. */
function withoutReadings(provider: Provider): Provider {
  const certificates = provider.certificates.map((certificate) => ({ ...certificate, addedAt: null, listed: null }))
  return { ...provider, certificates }
}

async function resultOf(name: string): Promise<Result> {
  const {
    id,
    name: kept,
    createdAt,
    updatedAt,
    ...rest
  } = withoutReadings(await api.json<Provider>(['idp', 'get', name]))
  expect([id, kept]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), name])
  expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
  return rest
}

test('what scripts read: the fields of the lists, and the exit codes', async () => {
  const listed = await api.json<Record<string, unknown>[]>(['idp', 'list'])
  for (const one of listed)
    expect(one).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      name: expect.any(String) as string,
      type: expect.stringMatching(/^[A-Z2_]+$/) as string,
      primary: expect.any(Boolean) as boolean,
    })
  expect(listed.filter(({ primary }) => primary === true)).toMatchObject([
    { name: 'Acme Single Sign-On', type: 'OIDC' },
  ])

  const formats = await api.json<{ type: string; value: string }[]>(['username-format', 'list'])
  expect(formats.map(({ type, value }) => `${type} ${value}`).toSorted()).toEqual([
    'prefix acme',
    'suffix acme.example',
    'suffix cloud.acme.example',
    'suffix legacy.acme.example',
    'suffix partners.acme.example',
    'suffix sales.acme.example',
  ])

  const which = ['idp', 'create', '--type', 'OPENSAML', '--name', 'Which', '--from-url', published.aggregateUrl]
  const { stderr, ...several } = await api.portico(which)
  expect([several.code, several.stdout, stderr]).toEqual([3, '', expect.stringContaining(published.entityId)])
  const primary = await api.portico(['idp', 'delete', 'Acme Single Sign-On', '--confirm', 'Acme Single Sign-On'])
  expect(primary.code, primary.stderr).toBe(7)
  expect((await api.portico(['idp', 'update', 'nobody', '--disable'])).code).toBe(6)
  expect((await api.portico(['idp', 'update', 'Acme Partners', '--set', 'ssoUrl=nowhere'])).code).toBe(3)
  expect(await api.json<Provider>(['idp', 'get', 'Acme Partners'])).toMatchObject({ config: partners.config })
})

describe('the same work on an identity provider in two faces', () => {
  test.each(faces)('is done in the face: %s', async (face) => {
    const before = await providers()
    const name = `Branch ${faces.indexOf(face)}`
    const stages: Record<string, Result> = {}
    results.set(face, stages)
    const hands = await openFace(face)
    try {
      await hands.create(name, published)
      stages['created'] = await resultOf(name)
      await hands.setFormats(name, { domain: 'acme.example', owner: 'Acme Single Sign-On' }, 'branch.example')
      stages['with formats'] = await resultOf(name)
      await hands.askForPersistentNames(name)
      stages['changed'] = await resultOf(name)
      await hands.lint(name, 'Acme Partners')
      await hands.whereIs('eve@partners.acme.example', 'Acme Partners')
      await hands.readCertificates(name, 'CN=acme-partners.example')
      await hands.readSignIn(code, [/The assertion is meant for/, /set the entity ID of this application/])
      expect(await resultOf(name)).toEqual(stages['changed'])
      await hands.remove(name)
      expect(await providers()).toEqual(before)
      await hands.leave()
    } finally {
      await hands.close()
    }
  })

  test('leaves the same in the database after every stage', () => {
    const [reference, ...others] = faces.map((face) => results.get(face) ?? {})
    expect(Object.keys(reference ?? {})).toEqual(['created', 'with formats', 'changed'])
    for (const other of others) expect(other).toEqual(reference)
    expect(reference?.['created']).toMatchObject({ suffixes: [], config: { entityId: published.entityId } })
    expect(reference?.['changed']).toMatchObject({
      suffixes: ['branch.example'],
      config: { ...reference?.['created']?.config, nameIdFormat: 'persistent' },
    })
  })
})
