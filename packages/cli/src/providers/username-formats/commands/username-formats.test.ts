import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import {
  openPortalServer,
  openIdProvider,
  type PortalServer,
  type SignedInTerminal,
} from '../../../testing/portal-server.ts'

const robot = keyPair(0)
let server: PortalServer
let at: SignedInTerminal

beforeAll(async () => {
  server = await openPortalServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  at = await server.open(robot, {
    identityProviders: [
      openIdProvider('Main', { primary: true, emailSuffixes: ['main.example'] }),
      openIdProvider('Login', { emailSuffixes: ['acme.example'] }),
      openIdProvider('Partners', { emailSuffixes: ['partner.example'] }),
    ],
  })
})
afterEach(() => at?.close())

const idOf = (name: string) => at.tenant.identityProviderIds.get(name) ?? ''
const formats = (...argv: string[]) => at.run(['username-format', ...argv])
const held = async () => JSON.parse((await at.run(['idp', 'get', 'Login', '--json'])).stdout) as unknown
const puts = () => at.received.filter(({ method }) => method === 'PUT')

test('a list names type, value without sign, and provider', async () => {
  await formats('set', '--idp', 'Login', '--windows', 'ACME')
  await at.tenant.keepProvider(idOf('Login'))
  expect(JSON.parse((await formats('list', '--json')).stdout)).toEqual([
    { type: 'suffix', value: 'main.example', provider: 'Main', providerId: idOf('Main') },
    { type: 'suffix', value: 'acme.example', provider: 'Login', providerId: idOf('Login') },
    { type: 'prefix', value: 'acme', provider: 'Login', providerId: idOf('Login') },
    { type: 'suffix', value: 'partner.example', provider: 'Partners', providerId: idOf('Partners') },
  ])
  const { stdout } = await formats('list', '--idp', 'partners')
  expect(stdout).toBe('suffix\tpartner.example\tPartners\n')
})

describe('formats', () => {
  test.each<[string[], { suffixes: string[]; prefixes: string[] }]>([
    [
      ['set', '--email', '@New.example, sub.new.example'],
      { suffixes: ['new.example', 'sub.new.example'], prefixes: [] },
    ],
    [['set', '--windows', 'ACME\\,EU'], { suffixes: ['acme.example'], prefixes: ['acme', 'eu'] }],
    [['set', '--email', ''], { suffixes: [], prefixes: [] }],
    [
      ['add', '--email', 'b.example', '--email', 'c.example'],
      { suffixes: ['acme.example', 'b.example', 'c.example'], prefixes: [] },
    ],
    [['remove', '--email', 'ACME.example'], { suffixes: [], prefixes: [] }],
  ])('%j keeps the list that is not named', async (argv, expected) => {
    expect((await formats(...argv, '--idp', idOf('Login'))).code).toBe(0)
    expect(await held()).toMatchObject(expected)
    expect(puts()[0]?.headers['if-match']).toBe('"1"')
  })

  test('of another provider are exit 7, which names it', async () => {
    const { code, stderr } = await formats('add', '--idp', 'Login', '--email', 'partner.example')
    expect(code).toBe(7)
    expect(stderr).toContain(
      '  suffixes.1: Email domain: “partner.example” belongs to the identity provider “Partners”.',
    )
    expect(stderr).toContain('hint: portico username-format list')
  })

  test.each<[string[], number, string]>([
    [['set', '--idp', 'Login'], 64, '--email'],
    [['set', '--email', 'a.example'], 64, '--idp'],
    [['add', '--idp', 'Login', '--email', 'no domain'], 3, 'no domain: Enter an email domain'],
    [['add', '--idp', 'Login', '--windows', 'A@B'], 3, 'a@b: Enter a Windows domain'],
    [['remove', '--idp', 'Login', '--email', 'b.example'], 6, 'It has: acme.example'],
    [['list', '--idp', 'nobody'], 6, 'portico idp list'],
  ])('%j ends with %i', async (argv, code, sentence) => {
    const result = await formats(...argv)
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toContain(sentence)
    expect(puts()).toEqual([])
  })

  test('that are the same already are not sent; a dry run sends nothing', async () => {
    expect((await formats('add', '--idp', 'Login', '--email', 'acme.example')).stderr).toContain('Nothing differs')
    const { stdout } = await formats('add', '--idp', 'Login', '--email', 'b.example', '--dry-run')
    expect(stdout).toContain('suffixes: ["acme.example"] -> ["acme.example","b.example"]')
    expect(puts()).toEqual([])
  })

  test('that are all gone are warned of; the primary provider keeps one', async () => {
    const refused = await formats('set', '--idp', 'Main', '--email', '')
    expect([refused.code, puts()]).toEqual([3, []])
    expect(refused.stderr).toContain('The primary identity provider needs a username format')
    expect((await formats('set', '--idp', 'Login', '--email', '')).stderr).toContain('No Formats configured')
  })
})

test.each([
  ['ada@acme.example', 0, 'found', 'Login'],
  ['ada@nowhere.example', 6, 'nowhere', null],
  ['ada', 3, 'malformed', null],
])('whereis %s ends with %i', async (username, code, outcome, provider) => {
  const result = await at.run(['whereis', username, '--json'])
  expect(result.code).toBe(code)
  expect(JSON.parse(result.stdout)).toMatchObject({
    username,
    outcome,
    provider,
    explanation: expect.stringMatching(/\.$/) as string,
  })
  if (code !== 0) expect(JSON.parse(result.stderr)).toMatchObject({ exitCode: code })
})
