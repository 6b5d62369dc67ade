import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openCookieJar } from '../../../kit/http/cookies.ts'
import { keyPair, makeKeyPair, writeOwn } from '../../../testing/keys.ts'
import { listenLoopback } from '../../../testing/loopback.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'
import type { Terminal } from '../../../testing/terminal.ts'

const pair = keyPair(0)
let server: PortalServer
let at: SignedInTerminal
let terminal: Terminal
let keyFile: string

beforeAll(async () => {
  server = await openPortalServer({ accessTokenSecs: 60 })
})
afterAll(() => server?.close())
beforeEach(() => open(server))
afterEach(() => at?.close().catch(() => undefined))

async function open(portal: PortalServer): Promise<void> {
  at = await portal.open(pair)
  terminal = at.terminal
  keyFile = join(terminal.folder, 'robot.pem')
}

const login = (...more: string[]) =>
  terminal.run(['login', '--server', at.origin, '--service-account', at.accountId, '--key-file', 'robot.pem', ...more])
/** A server only for this test, which can be closed. */
async function ownServer(): Promise<PortalServer> {
  await at.close()
  const own = await openPortalServer()
  await open(own)
  return own
}
/** The token that the login kept. */
const keptToken = () => /"(?:accessToken|token)": *"([^"]+)"/.exec(readFileSync(credentials(), 'utf8'))?.[1] ?? ''
const credentials = () => join(terminal.folder, '.local/state/portico/credentials.json')

describe('login', () => {
  test('signs an assertion by RFC 7523 and keeps the token in a separate private file', async () => {
    expect(await login()).toMatchObject({ code: 0, stdout: '' })
    const [head, claims] = (at.assertions()[0] ?? '').split('.').slice(0, 2).map(decode)
    expect(head).toMatchObject({ alg: 'RS256', typ: 'client-authentication+jwt' })
    expect(head?.['kid']).toBe(thumbprint(pair.publicPem))
    expect(claims).toMatchObject({ iss: at.accountId, sub: at.accountId, aud: at.origin })
    expect(Number(claims?.['exp']) - Number(claims?.['iat'])).toBeLessThanOrEqual(300)
    expect(claims?.['jti']).toMatch(/^[\w-]{16,}$/)
    expect(statSync(credentials()).mode & 0o777).toBe(0o600)
    const config = readFileSync(join(terminal.folder, '.config/portico/config.json'), 'utf8')
    expect(JSON.parse(config)).toMatchObject({
      profiles: {
        default: { server: at.origin, serviceAccount: at.accountId, keyFile, tenant: `${at.tenant.slug} Inc` },
      },
    })
    expect(keptToken()).not.toBe('')
    expect(config).not.toContain(keptToken())
    expect(await terminal.run(['whoami', '--json', 'id,tenant'])).toMatchObject({
      code: 0,
      stdout: `{\n  "id": "${at.accountId}",\n  "tenant": "${at.tenant.slug} Inc"\n}\n`,
    })
  })

  test.each([
    ['a public key', () => pair.publicPem, 'public key or certificate'],
    ['no key at all', () => 'hello', 'no private key in PEM format'],
    ['half a key', () => pair.privatePem.slice(0, 200), 'cannot be read'],
    ['a small key', () => makeKeyPair(1024).privatePem, 'fewer than 2048 bits'],
  ])('refuses %s as key file before anything is sent', async (_, content, sentence) => {
    writeOwn(terminal.folder, 'robot.pem', content())
    const { code, stderr } = await login()
    expect(code).toBe(3)
    expect(stderr).toContain(sentence)
    expect(at.received).toEqual([])
  })

  test('warns when others may read the key, and still signs in', async () => {
    chmodSync(keyFile, 0o644)
    const { code, stderr } = await login()
    expect(code).toBe(0)
    expect(stderr).toContain(`chmod 600 ${keyFile}`)
  })

  test('a key the server does not know is exit 4, and nothing is remembered', async () => {
    writeOwn(terminal.folder, 'robot.pem', keyPair(1).privatePem)
    expect((await login()).code).toBe(4)
    expect(existsSync(credentials())).toBe(false)
    expect(existsSync(join(terminal.folder, '.config'))).toBe(false)
  })

  test('a server that names another issuer gets no assertion', async () => {
    at.before = ({ path }) =>
      path.startsWith('/.well-known/')
        ? { status: 200, body: { issuer: 'https://elsewhere.example', token_endpoint: 'https://elsewhere.example/t' } }
        : undefined
    const { code, stderr } = await login()
    expect(code).toBe(1)
    expect(stderr).toContain('portico login --server https://elsewhere.example')
    expect(at.assertions()).toEqual([])
  })

  test('plain http goes to this machine only', async () => {
    const remote = [
      'login',
      '--server',
      'http://portal.example.com',
      '--service-account',
      'x',
      '--key-file',
      'robot.pem',
    ]
    const { code, stderr } = await terminal.run(remote)
    expect(code).toBe(3)
    expect(stderr).toContain('plain http')
  })
})

test('a login ends the session of the person before, and what it leaves is the service account', async () => {
  const jar = join(terminal.folder, '.local/state/portico/cookies-default.json')
  await openCookieJar(jar, at.origin).store(at.origin, ['portico-session=abc; Path=/'])
  expect((await login()).code).toBe(0)
  expect(existsSync(jar)).toBe(false)
  const ended = at.received.find(({ path }) => path === '/api/login/signout')
  expect([ended?.method, ended?.headers.cookie]).toEqual(['POST', 'portico-session=abc'])
  expect((await terminal.run(['whoami', '--json', 'id'])).stdout).toContain(at.accountId)
})

describe('a token', () => {
  test('that ran out is replaced from the key file', async () => {
    terminal.now -= 60_000
    await login()
    terminal.now += 115_000
    expect((await terminal.run(['whoami'])).code).toBe(0)
    expect(at.assertions()).toHaveLength(2)
    expect((await terminal.run(['whoami'])).code).toBe(0)
    expect(at.assertions()).toHaveLength(2)
  })

  test('that the server revoked is replaced once; a second refusal is exit 4', async () => {
    await login()
    await at.tenant.endTokens()
    expect((await terminal.run(['whoami'])).code).toBe(0)
    at.before = ({ path }) => (path.startsWith('/api/') ? { status: 401, body: {} } : undefined)
    const before = at.assertions().length
    expect((await terminal.run(['whoami'])).code).toBe(4)
    expect(at.assertions().length - before).toBe(1)
  })

  test('is never sent to another server', async () => {
    await login()
    const other = await listenLoopback(() => undefined)
    expect((await terminal.run(['whoami', '--server', other.origin])).code).toBe(4)
    expect(other.received).toEqual([])
    await other.close()
  })

  test('never appears in what --debug prints', async () => {
    await login()
    const { stderr } = await terminal.run(['whoami', '--debug'])
    const again = await login('--debug')
    expect(stderr).toContain('> authorization: ••••••')
    expect(again.stderr).toContain('client_assertion')
    for (const secret of [keptToken(), ...at.assertions()]) expect(stderr + again.stderr).not.toContain(secret)
  })
})

describe('logout', () => {
  test('revokes the token, and holds until the next login', async () => {
    await login()
    const token = keptToken()
    expect((await terminal.run(['logout'])).code).toBe(0)
    const refused = await fetch(`${at.origin}/api/portal/launcher/principalinfo`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(refused.status).toBe(401)
    expect(at.received.at(-2)).toMatchObject({ method: 'POST', path: '/api/login/signout', body: 'X-CSRFToken=' })
    expect((await terminal.run(['whoami'])).code).toBe(4)
    await login()
    expect((await terminal.run(['whoami'])).code).toBe(0)
  })

  test('during a renewal wins: the new token is not kept', async () => {
    terminal.now -= 60_000
    await login()
    const token = keptToken()
    terminal.now += 115_000
    at.before = ({ path }) => {
      if (path === '/oauth2/token') writeOwn(terminal.folder, '.local/state/portico/credentials.json', '{}')
      return undefined
    }
    await terminal.run(['whoami'])
    expect([token === '', keptToken()]).toEqual([false, ''])
    expect((await terminal.run(['whoami'])).code).toBe(4)
  })

  test('forgets the token also when the server is away, and says so', async () => {
    const own = await ownServer()
    await login()
    await own.close()
    const { code, stderr } = await terminal.run(['logout'])
    expect(code).toBe(0)
    expect(stderr).toContain('could not revoke the token')
    expect(keptToken()).toBe('')
  })
})

describe('the environment', () => {
  test('signs in without a login and leaves nothing on disk', async () => {
    const env = { PORTICO_SERVER: at.origin, PORTICO_SERVICE_ACCOUNT: at.accountId, PORTICO_KEY_FILE: keyFile }
    expect((await terminal.run(['whoami'], { env })).code).toBe(0)
    expect(readdirSync(terminal.folder)).toEqual(['robot.pem'])
  })

  test('a server that is away is exit 69', async () => {
    const own = await ownServer()
    await own.close()
    const env = { PORTICO_SERVER: at.origin, PORTICO_SERVICE_ACCOUNT: at.accountId, PORTICO_KEY_FILE: keyFile }
    const { code, stderr } = await terminal.run(['whoami', '--json'], { env })
    expect(code).toBe(69)
    expect(JSON.parse(stderr)).toMatchObject({ kind: 'network', exitCode: 69 })
  })
})

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
}

/** Computed in a different way from the product: from the key's modulus as openssl-style DER integers. */
function thumbprint(pem: string): string {
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  // A 2048-bit SPKI ends with the 256 bytes of n, then 02 03 and the three bytes of e.
  const n = der.subarray(der.length - 261, der.length - 5).toString('base64url')
  const e = der.subarray(der.length - 3).toString('base64url')
  return createHash('sha256').update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest('base64url')
}
