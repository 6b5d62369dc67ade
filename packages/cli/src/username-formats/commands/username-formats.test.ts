import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { makeKeyPair } from '../../testing/keys.ts'
import { addProvider, openSignedIn, type SignedIn } from '../../testing/signed-in.ts'

const robot = makeKeyPair()
let at: SignedIn
beforeEach(async () => {
  at = await openSignedIn(robot)
  addProvider(at.providers, 'Login', ['acme.example'])
  addProvider(at.providers, 'Partners', ['partner.example'])
})
afterEach(() => at.close())

const formats = (...argv: string[]) => at.run(['username-format', ...argv])
const held = (id: string) => at.providers.providers.get(id)?.provider
const puts = () => at.portal.received.filter(({ method }) => method === 'PUT')

test('a list names type, value without sign, and provider', async () => {
  await formats('set', '--idp', 'Login', '--windows', 'ACME')
  expect(JSON.parse((await formats('list', '--json')).stdout)).toEqual([
    { type: 'suffix', value: 'acme.example', provider: 'Login', providerId: 'idp-1' },
    { type: 'prefix', value: 'acme', provider: 'Login', providerId: 'idp-1' },
    { type: 'suffix', value: 'partner.example', provider: 'Partners', providerId: 'idp-2' },
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
    expect((await formats(...argv, '--idp', 'idp-1')).code).toBe(0)
    expect(held('idp-1')).toMatchObject(expected)
    expect(puts()[0]?.headers['if-match']).toBe('"1"')
  })

  test('of another provider are exit 7, which names it', async () => {
    const { code, stderr } = await formats('add', '--idp', 'Login', '--email', 'partner.example')
    expect(code).toBe(7)
    expect(stderr).toContain('  suffixes.0: Email domain: It belongs to the identity provider “Partners”.')
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

  test('that are all gone are warned of', async () => {
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
  expect(JSON.parse(result.stdout)).toMatchObject({ username, outcome, provider, explanation: `It is ${outcome}.` })
  if (code !== 0) expect(JSON.parse(result.stderr)).toMatchObject({ exitCode: code })
})
