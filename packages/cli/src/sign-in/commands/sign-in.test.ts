import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openCookieJar } from '../../http/cookies.ts'
import { makeKeyPair, writeOwn, type KeyPair } from '../../testing/keys.ts'
import { startPortal, type Portal } from '../../testing/portal.ts'
import { openTerminal, type Terminal } from '../../testing/terminal.ts'

let pair: KeyPair
let portal: Portal
let terminal: Terminal
let keyFile: string

beforeAll(() => {
  pair = makeKeyPair()
})
beforeEach(async () => {
  portal = await startPortal(pair.publicPem)
  terminal = openTerminal()
  keyFile = writeOwn(terminal.folder, 'robot.pem', pair.privatePem)
})
afterEach(async () => {
  terminal.remove()
  await portal.close()
})

const login = (...more: string[]) =>
  terminal.run(['login', '--server', portal.origin, '--service-account', 'robot-1', '--key-file', 'robot.pem', ...more])
const credentials = () => join(terminal.folder, '.local/state/portico/credentials.json')

describe('login', () => {
  test('signs an assertion by RFC 7523 and keeps the token in a separate private file', async () => {
    expect(await login()).toMatchObject({ code: 0, stdout: '' })
    const [head, claims] = (portal.state.assertions[0] ?? '').split('.').slice(0, 2).map(decode)
    expect(head).toMatchObject({ alg: 'RS256', typ: 'client-authentication+jwt' })
    expect(head?.['kid']).toBe(thumbprint(pair.publicPem))
    expect(claims).toMatchObject({ iss: 'robot-1', sub: 'robot-1', aud: portal.origin })
    expect(Number(claims?.['exp']) - Number(claims?.['iat'])).toBeLessThanOrEqual(300)
    expect(claims?.['jti']).toMatch(/^[\w-]{16,}$/)
    expect(statSync(credentials()).mode & 0o777).toBe(0o600)
    const config = readFileSync(join(terminal.folder, '.config/portico/config.json'), 'utf8')
    expect(JSON.parse(config)).toMatchObject({
      profiles: { default: { server: portal.origin, serviceAccount: 'robot-1', keyFile, tenant: 'acme' } },
    })
    expect(config).not.toContain('token-')
    expect(await terminal.run(['whoami', '--json', 'id,tenant'])).toMatchObject({
      code: 0,
      stdout: '{\n  "id": "robot-1",\n  "tenant": "acme"\n}\n',
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
    expect(portal.received).toEqual([])
  })

  test('warns when others may read the key, and still signs in', async () => {
    chmodSync(keyFile, 0o644)
    const { code, stderr } = await login()
    expect(code).toBe(0)
    expect(stderr).toContain(`chmod 600 ${keyFile}`)
  })

  test('a key the server does not know is exit 4, and nothing is remembered', async () => {
    writeOwn(terminal.folder, 'robot.pem', makeKeyPair().privatePem)
    expect((await login()).code).toBe(4)
    expect(existsSync(credentials())).toBe(false)
    expect(existsSync(join(terminal.folder, '.config'))).toBe(false)
  })

  test('a server that names another issuer gets no assertion', async () => {
    portal.state.override = ({ path }) =>
      path.startsWith('/.well-known/')
        ? { status: 200, body: { issuer: 'https://elsewhere.example', token_endpoint: 'https://elsewhere.example/t' } }
        : undefined
    const { code, stderr } = await login()
    expect(code).toBe(1)
    expect(stderr).toContain('portico login --server https://elsewhere.example')
    expect(portal.state.assertions).toEqual([])
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
  await openCookieJar(jar, portal.origin).store(portal.origin, ['portico-session=abc; Path=/'])
  expect((await login()).code).toBe(0)
  expect(existsSync(jar)).toBe(false)
  const ended = portal.received.find(({ path }) => path === '/api/login/signout')
  expect([ended?.method, ended?.headers.cookie]).toEqual(['POST', 'portico-session=abc'])
  expect((await terminal.run(['whoami', '--json', 'id'])).stdout).toContain('robot-1')
})

describe('a token', () => {
  test('that ran out is replaced from the key file', async () => {
    await login()
    terminal.now += 3_600_000
    expect((await terminal.run(['whoami'])).code).toBe(0)
    expect(portal.state.assertions).toHaveLength(2)
    expect((await terminal.run(['whoami'])).code).toBe(0)
    expect(portal.state.assertions).toHaveLength(2)
  })

  test('that the server revoked is replaced once; a second refusal is exit 4', async () => {
    await login()
    portal.state.tokens.clear()
    expect((await terminal.run(['whoami'])).code).toBe(0)
    portal.state.override = ({ path }) => (path.startsWith('/api/') ? { status: 401, body: {} } : undefined)
    const before = portal.state.assertions.length
    expect((await terminal.run(['whoami'])).code).toBe(4)
    expect(portal.state.assertions.length - before).toBe(1)
  })

  test('is never sent to another server', async () => {
    await login()
    const other = await startPortal(pair.publicPem)
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
    for (const secret of [...portal.state.tokens, ...portal.state.assertions])
      expect(stderr + again.stderr).not.toContain(secret)
  })
})

describe('logout', () => {
  test('revokes the token, and holds until the next login', async () => {
    await login()
    expect((await terminal.run(['logout'])).code).toBe(0)
    expect(portal.state.tokens.size).toBe(0)
    expect(portal.received.at(-1)).toMatchObject({ method: 'POST', path: '/api/login/signout', body: 'X-CSRFToken=' })
    expect((await terminal.run(['whoami'])).code).toBe(4)
    await login()
    expect((await terminal.run(['whoami'])).code).toBe(0)
  })

  test('during a renewal wins: the new token is not kept', async () => {
    await login()
    terminal.now += 3_600_000
    portal.state.override = ({ path }) => {
      if (path === '/oauth2/token') writeOwn(terminal.folder, '.local/state/portico/credentials.json', '{}')
      return undefined
    }
    await terminal.run(['whoami'])
    expect(readFileSync(credentials(), 'utf8')).not.toContain('token-')
    expect((await terminal.run(['whoami'])).code).toBe(4)
  })

  test('forgets the token also when the server is away, and says so', async () => {
    await login()
    await portal.close()
    const { code, stderr } = await terminal.run(['logout'])
    expect(code).toBe(0)
    expect(stderr).toContain('could not revoke the token')
    expect(readFileSync(credentials(), 'utf8')).not.toContain('token-')
  })
})

describe('the environment', () => {
  test('signs in without a login and leaves nothing on disk', async () => {
    const env = { PORTICO_SERVER: portal.origin, PORTICO_SERVICE_ACCOUNT: 'robot-1', PORTICO_KEY_FILE: keyFile }
    expect((await terminal.run(['whoami'], { env })).code).toBe(0)
    expect(readdirSync(terminal.folder)).toEqual(['robot.pem'])
  })

  test('a server that is away is exit 69', async () => {
    await portal.close()
    const env = { PORTICO_SERVER: portal.origin, PORTICO_SERVICE_ACCOUNT: 'robot-1', PORTICO_KEY_FILE: keyFile }
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
