import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { testProvisioning } from '@portico/core/contract'
import { afterEach, describe, expect, it } from 'vitest'

import { selfSigned } from '../../kit/keys/self-signed.ts'
import { provisioningUnderTest } from './testing/provisioning-under-test.ts'
import { startScimApplication, type Interference, type SeenRequest } from './testing/scim-application.ts'

const { at, rows, call, connect, run, state, settled } = provisioningUnderTest()

const ask = (body: { url?: string; bearerToken?: string } = {}, params = at.params) =>
  call(testProvisioning, { params, body })
/** What came back, with the address and the token of the application if no other is named. */
async function tested(instead: { url?: string; bearerToken?: string } = {}) {
  const answer = await ask({ url: at.application.url, bearerToken: at.application.token, ...instead })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value.failure
}
const isFor = (part: string, interference: Interference) => (request: SeenRequest) =>
  request.path.startsWith(part) ? interference : undefined
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

describe('a test before anything is saved', () => {
  it('is passed by a SCIM service that takes the token, and stores and changes nothing', async () => {
    expect(await tested()).toBeNull()
    expect(at.application.seen.map(({ method }) => method)).toEqual(['GET'])
    expect(await state()).toMatchObject({ config: null })
    expect(await rows(`select from provisioning_connections`)).toEqual([])
    const audit = await rows<{ after: unknown }>(
      `select after from audit where action = 'application.provisioning-test'`,
    )
    expect(audit.map(({ after }) => after)).toEqual([{ url: `${new URL(at.application.url).origin}/…` }])
    expect(JSON.stringify(await rows(`select * from audit`))).not.toContain(at.application.token)
  })

  const found: [what: string, interfere: (request: SeenRequest) => Interference, failure: object][] = [
    ['that the token may not read people', isFor('/Users', { status: 403, detail: 'not you' }), { status: 403 }],
    ['that nothing of SCIM is there', () => ({ status: 404 }), { kind: 'address', status: 404 }],
    [
      'that the service has no people, though it is one',
      isFor('/Users', { status: 404 }),
      { kind: 'status', status: 404 },
    ],
    ['a page', () => ({ status: 200, body: '<!doctype html>' }), { kind: 'answer', status: 200 }],
    ['JSON that is not SCIM', () => ({ status: 200, body: '{"name":"api"}' }), { kind: 'answer', status: 200 }],
    ['a redirect, which is not followed', () => ({ status: 302 }), { kind: 'redirect', status: 302 }],
    ['an error of the service', () => ({ status: 500 }), { kind: 'status', status: 500 }],
  ]
  it.each(found)('says %s', async (_what, interfere, failure) => {
    at.application.interfere = interfere
    expect(await tested()).toMatchObject(failure)
  })

  it('says that the token is refused, without repeating it', async () => {
    expect(await tested({ bearerToken: 'of-yesterday' })).toMatchObject({ kind: 'status', status: 401 })
    at.application.interfere = () => ({ status: 401, detail: `unknown: ${at.application.token}` })
    expect(await tested()).toMatchObject({ status: 401, detail: 'unknown: …' })
  })

  it('says that nothing listens, that the certificate is not trusted, and that there is no TLS', async () => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const days = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) }
    const cert = selfSigned({ ...keys, commonName: '127.0.0.1', ...days })
    const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
    const secure = createServer({ cert, key }, (_request, response) => response.end('{}'))
    await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening))
    closing.push(() => secure.close())
    const { port } = secure.address() as AddressInfo
    expect(await tested({ url: 'http://127.0.0.1:9/scim' })).toMatchObject({ kind: 'unreachable' })
    expect(await tested({ url: `https://127.0.0.1:${port}/scim` })).toMatchObject({ kind: 'tls' })
    expect(await tested({ url: at.application.url.replace('http:', 'https:') })).toMatchObject({ kind: 'tls' })
  })

  it('needs an address, the token of another address, and one that the server may call', async () => {
    const fields = async (body: { url?: string; bearerToken?: string }) => {
      const answer = await ask(body)
      return answer.ok || answer.problem.kind !== 'expected'
        ? answer.ok
        : [answer.problem.status, ...answer.problem.details.map(({ fieldID, errorID }) => `${fieldID} ${errorID}`)]
    }
    expect(await fields({})).toEqual([400, 'url REQUIRED'])
    expect(await fields({ bearerToken: 'of-billing' })).toEqual([400, 'url REQUIRED'])
    expect(await fields({ url: at.application.url })).toEqual([400, 'bearerToken PROVISIONING_TOKEN_REQUIRED'])
    expect(await fields({ url: 'https://10.0.0.1/scim', bearerToken: 'x' })).toEqual([400, 'url ADDRESS_FORBIDDEN'])
    expect(await fields({ url: 'https://x.example/scim?key=1', bearerToken: 'x' })).toEqual([
      400,
      'url PROVISIONING_URL_SHAPE',
    ])
  })

  it('is refused where it could not be saved: of the portal, and in a read-only environment', async () => {
    const body = { url: at.application.url, bearerToken: at.application.token }
    expect(await ask(body, { ...at.params, appId: 'portal' })).toMatchObject({ ok: false, problem: { status: 409 } })
    await rows(`update environments set readonly = true where slug = 'production'`)
    expect(await ask(body)).toMatchObject({ ok: false, problem: { status: 403 } })
    expect(at.application.seen).toEqual([])
  })
})

describe('a test of what is saved', () => {
  it('uses the stored token only for the stored address', async () => {
    await connect({ enabled: false })
    const other = await startScimApplication()
    closing.push(() => void other.close())
    expect(await ask({ url: other.url })).toMatchObject({ ok: false, problem: { status: 400 } })
    expect(other.seen).toEqual([])
    expect(await ask()).toMatchObject({ ok: true, value: { failure: null } })
    expect(await ask({ url: `${at.application.url}/` })).toMatchObject({ ok: true, value: { failure: null } })
    expect(at.application.seen).toHaveLength(2)
  })

  it('with another token neither stores it nor pauses anything', async () => {
    await connect()
    run()
    await settled()
    expect(await ask({ bearerToken: 'of-tomorrow' })).toMatchObject({ ok: true, value: { failure: { status: 401 } } })
    expect(await state()).toMatchObject({ pausedReason: null, config: { enabled: true }, lastFailure: null })
    expect(await ask()).toMatchObject({ ok: true, value: { failure: null } })
  })

  it('is answered 30 times in a minute', async () => {
    await connect({ enabled: false })
    const answers = []
    for (let asked = 0; asked < 31; asked += 1) answers.push((await ask()).ok)
    expect(answers).toEqual([...Array<boolean>(30).fill(true), false])
  })
})
