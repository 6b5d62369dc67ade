import { generateKeyPairSync } from 'node:crypto'

import { rollOurKeys } from '@portico/core/contract'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type Claims, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { comeBack, landing, newBrowser, providerEntry, startAt, tenantWith } from '../../testing/sign-in-run.ts'
import { createTestServer, signedIn, testBaseUrl, type TestServer } from '../../testing/test-server.ts'

const clientId = 'portal-RS.v1_x~y'
const clientSecret = "s3cret-with_all.the~marks!*'() +%:&=ü"

let server: TestServer
let acme: ImportedTenant
let domain: string
let count = 0

beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server?.close())

const person = (): Claims => ({ sub: 'ada', preferred_username: `ada@${domain}`, groups: ['staff'] })

type Authenticate = NonNullable<Parameters<typeof startScriptedProvider>[0]>['authenticate']

/** A provider that takes any client, unless told otherwise, registered with this configuration. */
async function register(
  config: Claims,
  o: { secret?: boolean; methods?: readonly string[] | undefined; authenticate?: Authenticate } = {},
): Promise<ScriptedProvider> {
  // A separate tenant for each: an import keeps a secret that it does not name.
  count += 1
  domain = `client-${count}.example`
  const own = await startScriptedProvider({ authenticate: o.authenticate ?? (() => true) })
  onTestFinished(() => own.stop())
  own.plays({
    claims: (claims) => ({ ...claims, aud: clientId }),
    person: person(),
    ...('methods' in o
      ? { discovery: (document) => ({ ...document, token_endpoint_auth_methods_supported: o.methods }) }
      : {}),
  })
  const { clientSecret: _, ...entry } = providerEntry(own.issuer, {
    config: { clientId, ...config },
    suffixes: [domain],
  }) as Claims
  const registered = o.secret === false ? entry : { ...entry, clientSecret }
  acme = await server.importTenant(tenantWith(`client-${count}`, [registered as ReturnType<typeof providerEntry>]))
  return own
}

async function signIn(own: ScriptedProvider): Promise<string | null> {
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, `ada@${domain}`)
  return landing(await comeBack(browser, redirectUrl, own.authorize(redirectUrl))).error
}

/** What came to the token endpoint last. */
function askedAt(own: ScriptedProvider) {
  const { authorization, form } = own.seen.findLast(({ endpoint }) => endpoint === 'token') ?? {}
  const basic = authorization && Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  return { basic, secret: form?.get('client_secret') ?? undefined, id: form?.get('client_id') ?? undefined }
}

describe('the client secret goes', () => {
  const basic = {
    basic: `${clientId}:${encodeURIComponent(clientSecret)}`,
    secret: undefined,
    id: undefined,
  }
  const post = { basic: undefined, secret: clientSecret, id: clientId }

  it.each([
    ['by Basic, where it is advertised', 'auto', ['client_secret_post', 'client_secret_basic'], basic],
    ['by Basic, where nothing is advertised', 'auto', undefined, basic],
    ['in the body, where Basic is not advertised', 'auto', ['client_secret_post', 'private_key_jwt'], post],
    ['by Basic, where the administrator chose it', 'client_secret_basic', ['client_secret_post'], basic],
    ['in the body, where the administrator chose it', 'client_secret_post', ['client_secret_basic'], post],
  ] as const)('%s', async (_, tokenAuthMethod, methods, expected) => {
    const own = await register({ tokenAuthMethod }, { methods })
    expect(await signIn(own)).toBeNull()
    expect(askedAt(own)).toEqual(expected)
  })

  it('without encoding marks that form encoding leaves alone: some providers do not decode them', async () => {
    const own = await register({})
    expect(await signIn(own)).toBeNull()
    expect(askedAt(own).basic).toMatch(/^portal-RS\.v1_x~y:s3cret-with_all\.the~marks/)
  })

  it('nowhere for a public client, which names itself', async () => {
    const own = await register({}, { secret: false })
    expect(await signIn(own)).toBeNull()
    expect(askedAt(own)).toEqual({ basic: undefined, secret: undefined, id: clientId })
  })
})

describe('private_key_jwt', () => {
  const jwksUrl = () => `${testBaseUrl}/api/login/idps/${acme.identityProviderIds.get('Main') ?? ''}/oidc/jwks`
  const published = async () => {
    const response = await server.fetch(new Request(jwksUrl()))
    expect(response.headers.get('content-type')).toBe('application/jwk-set+json')
    return (await response.json()) as JSONWebKeySet
  }

  it('signs with our own key, which our key set publishes in each step of a rollover', async () => {
    const used = new Set<string>()
    const own: ScriptedProvider = await register(
      { tokenAuthMethod: 'private_key_jwt' },
      {
        secret: false,
        async authenticate({ authorization, form }) {
          const assertion = form.get('client_assertion') ?? ''
          const { payload } = await jwtVerify(assertion, createLocalJWKSet(await published()), {
            issuer: clientId,
            subject: clientId,
            audience: own.issuer,
            algorithms: ['RS256'],
            requiredClaims: ['jti', 'exp', 'iat'],
          })
          used.add(String(payload.jti))
          const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
          return authorization === undefined && form.get('client_assertion_type') === type
        },
      },
    )
    const admin = await signedIn(server, acme, { username: `root@${domain}`, groups: ['admins'] })
    expect(await signIn(own)).toBeNull()
    const kids: (string | undefined)[] = []
    for (const step of ['publish', 'activate', 'withdraw'] as const) {
      const rolled = await admin.core.client.call(rollOurKeys, { body: { step } })
      expect(rolled.ok).toBe(true)
      expect(await signIn(own), step).toBeNull()
      const { form } = own.seen.findLast(({ endpoint }) => endpoint === 'token') ?? {}
      kids.push(decodeProtectedHeader(form?.get('client_assertion') ?? '').kid)
    }
    expect(kids[1]).not.toBe(kids[0])
    expect(kids[2]).toBe(kids[1])
    expect(used.size, 'an assertion is used once').toBe(4)
  })

  it('is used only where the administrator chose it', async () => {
    const own = await register({}, { methods: ['private_key_jwt'] })
    await signIn(own)
    expect(own.seen.filter(({ form }) => form.has('client_assertion'))).toEqual([])
  })

  it('publishes no private key, and no key of an unknown provider', async () => {
    await register({})
    const { keys } = await published()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const unknown = jwksUrl().replace(acme.identityProviderIds.get('Main') ?? '', acme.id)
    expect((await server.fetch(new Request(unknown))).status).toBe(404)
  })
})

describe('signature algorithms beside those of the specification', () => {
  const pairs = {
    PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: () => generateKeyPairSync('ed25519'),
  }

  it.each(['PS256', 'ES256', 'EdDSA'] as const)(
    '%s, where it is configured, and never because a token says so',
    async (alg) => {
      const { privateKey, publicKey } = pairs[alg]()
      const signing = {
        claims: (claims: Claims) => ({ ...claims, aud: clientId, at_hash: undefined }),
        header: { alg, kid: 'k' },
        signWith: privateKey,
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' } as Claims],
      }
      const configured = await register({ signatureAlgorithm: alg })
      configured.plays({ ...signing, person: person() })
      expect(await signIn(configured)).toBeNull()
      configured.plays({ ...signing, person: person(), signWith: pairs[alg]().privateKey })
      expect(await signIn(configured), 'another key').toBe('IDP_ERROR')
      const other = await register({ signatureAlgorithm: 'RS256' })
      other.plays({ ...signing, person: person() })
      expect(await signIn(other), 'another algorithm').toBe('IDP_ERROR')
    },
  )
})
