import {
  clientInputOf,
  clientValuesOf,
  ClientConfig,
  IdentityProviderInput,
  ServiceAccountInput,
  violationsOf,
} from '@portico/core'
import { keyCases, type KeyCase } from '@portico/core/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { keyPair, writeOwn } from '../testing/keys.ts'
import {
  madeCertificate,
  openPortalServer,
  securityAdmin,
  type PortalServer,
  type SignedInTerminal,
} from '../testing/portal-server.ts'

let server: PortalServer
let at: SignedInTerminal
let authorization = ''

beforeAll(async () => {
  server = await openPortalServer()
  at = await server.open(keyPair(0))
  authorization = `Bearer ${await at.token()}`
})
afterAll(async () => {
  await at?.close()
  await server?.close()
})

const robot = keyPair(0)
const first = keyPair(1)
const second = keyPair(2)
const privateKey = first.privatePem
const keys = keyCases({ pem: first.publicPem, other: second.publicPem, privateKey })
const certificates = keyCases({
  pem: madeCertificate({
    commonName: 'idp.example',
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2036-01-01'),
  }).pem,
  other: second.publicPem,
  privateKey,
})

let count = 0
const named = () => `n${(count += 1)}`
const callback = ['https://billing.example/callback']

/** The error ids with which an entry point answers; empty if it accepts the key. */
type Door = (given: { readonly text: string; readonly bytes: Uint8Array }) => Promise<readonly string[]>

async function sent(method: string, path: string, body: string | FormData, headers: Record<string, string> = {}) {
  const response = await fetch(`${at.origin}/api/portal${path}`, {
    method,
    headers: { authorization, accept: 'application/json', ...headers },
    body,
  })
  return { response, ids: response.ok ? [] : idsIn(await response.text()) }
}

const json = async (method: string, path: string, body: object, headers = {}) =>
  (await sent(method, path, JSON.stringify(body), { 'content-type': 'application/json', ...headers })).ids

async function ran(...argv: string[]): Promise<readonly string[]> {
  const from = at.received.length
  const { code, stderr } = await at.run([...argv, '--json'])
  for (const { body } of at.received.slice(from)) expect(body).not.toContain('PRIVATE KEY')
  return code === 0 ? [] : idsIn(stderr)
}

const idsIn = (text: string) => [...text.matchAll(/"errorID":\s*"(\w+)"/g)].map(([, id = '']) => id)
const file = (bytes: Uint8Array) => `@${writeOwn(at.terminal.folder, named(), bytes)}`
const saml = { entityId: 'urn:idp', ssoUrl: 'https://idp.example/sso' }
const idsOf = (violations: readonly { readonly errorID: string }[]) => violations.map(({ errorID }) => errorID)
const signInPath = () => `/admin/environments/${at.environmentId}/applications/${at.billing.id}/sign-in`

async function putSignIn(config: object): Promise<readonly string[]> {
  const { headers } = await fetch(`${at.origin}/api/portal${signInPath()}`, { headers: { authorization } })
  return json('PUT', signInPath(), { config }, { 'if-match': headers.get('etag') ?? '' })
}

/** Doors for keys and certificates, then those only for certificates. */
const keyDoors: Readonly<Record<string, Door>> = {
  'service accounts of the API': ({ text }) =>
    json('POST', `/admin/environments/${at.environmentId}/service-accounts`, {
      name: named(),
      key1: text,
      key1Algorithm: 'RSA',
    }),
  'the form of a service account': async ({ text }) =>
    idsOf(violationsOf(ServiceAccountInput, { name: 'x', key1: text, key1Algorithm: 'RSA' })),
  'identity providers of the API': ({ text }) =>
    json('POST', '/admin/tenant/idps', {
      name: named(),
      type: 'OPENSAML',
      config: { ...saml, signingCertificate1: text },
    }),
  'the form of an identity provider': async ({ text }) =>
    idsOf(
      violationsOf(IdentityProviderInput, {
        name: 'x',
        type: 'OPENSAML',
        config: { ...saml, signingCertificate1: text },
      }),
    ),
  'OpenID clients of the API': ({ text }) =>
    putSignIn({ protocol: 'openid', redirectUris: callback, authMethod: 'private_key_jwt', publicKeys: [text] }),
  'the tenant file': async ({ text }) => {
    const account = { environment: 'operations', name: 'imported', key1: text }
    const provider = { name: 'Saml', type: 'OPENSAML', config: { ...saml, signingCertificate1: text } }
    const fails = async (more: object) => {
      try {
        const opened = await server.open(robot, { ...more })
        await opened.close()
        return []
      } catch (error) {
        return [error instanceof Error ? error.message : '']
      }
    }
    const [accounts, providers] = [
      await fails({ serviceAccounts: [securityAdmin('robot', robot), account] }),
      await fails({ identityProviders: [provider] }),
    ]
    expect(accounts.length).toBe(providers.length)
    return [...accounts, ...providers]
  },
}

const samlFlags = Object.entries(saml).flatMap(([name, value]) => ['--set', `${name}=${value}`])
const openidFlags = ['--redirect-uri', ...callback, '--auth-method', 'private_key_jwt']

const fileDoors: Readonly<Record<string, Door>> = {
  'an upload in the portal and the terminal': async ({ bytes }) => {
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], 'key'))
    return (await sent('POST', '/publickey', form)).ids
  },
  'portico service-account create': ({ bytes }) =>
    ran('service-account', 'create', '--name', named(), '--key1', file(bytes)),
  'portico idp create': ({ bytes }) =>
    ran(
      'idp',
      'create',
      '--name',
      named(),
      '--type',
      'OPENSAML',
      ...samlFlags,
      '--set',
      `signingCertificate1=${file(bytes)}`,
    ),
  'portico app sign-in set': ({ bytes }) =>
    ran('app', 'sign-in', 'set', 'Billing', ...openidFlags, '--public-keys', file(bytes)),
}

const certificateDoors: Readonly<Record<string, Door>> = {
  'SAML applications of the API': ({ text }) =>
    putSignIn({ protocol: 'saml', entityId: 'urn:app', acsUrls: callback, signingCertificates: [text] }),
}

/** The form of an application takes several keys in one field, so different keys are accepted there. */
const formOfApplication: Door = async ({ text }) => {
  const values = {
    ...clientValuesOf(null),
    protocol: 'openid',
    authMethod: 'private_key_jwt',
    redirectUris: callback[0] ?? '',
  }
  const config = clientInputOf({ ...values, publicKeys: text })
  return idsOf(violationsOf(ClientConfig, config))
}

const wanted: Readonly<Record<KeyCase['outcome'], RegExp>> = {
  accepted: /^$/,
  private: /PRIVATE|private key/,
  several: /SEVERAL|different public keys/,
  none: /NOT_PEM|UNREADABLE|CERTIFICATE|PEM|cannot be read/,
}

async function expectOutcome(door: Door, one: KeyCase): Promise<void> {
  expect((await door({ text: one.text ?? '', bytes: one.bytes })).join(), one.what).toMatch(wanted[one.outcome])
}

describe.each(['a key', 'a certificate'])('every entry point accepts and rejects the same inputs of %s', (kind) => {
  const cases = kind === 'a key' ? keys : certificates
  const typed = cases.filter(({ text }) => text !== undefined)

  test.each(Object.keys(keyDoors))('%s', { timeout: 120_000 }, async (name) => {
    for (const one of typed) await expectOutcome(keyDoors[name] as Door, one)
  })

  test.each(Object.keys(fileDoors))('%s', { timeout: 120_000 }, async (name) => {
    // The file of an application may have two keys: the current one and the next one.
    const takesTwo = name === 'portico app sign-in set'
    for (const one of cases.filter(({ outcome }) => !takesTwo || outcome !== 'several'))
      await expectOutcome(fileDoors[name] as Door, one)
  })

  test('the form of an application', async () => {
    for (const one of typed.filter(({ outcome }) => outcome === 'accepted' || outcome === 'private'))
      await expectOutcome(formOfApplication, one)
  })
})

test.each(Object.keys(certificateDoors))(
  'a certificate is accepted or refused alike: %s',
  async (name) => {
    for (const one of certificates.filter(({ text }) => text !== undefined))
      await expectOutcome(certificateDoors[name] as Door, one)
  },
  120_000,
)

test('the form of an application stores only the key from a text that surrounds it', async () => {
  const values = {
    ...clientValuesOf(null),
    protocol: 'openid',
    authMethod: 'private_key_jwt',
    redirectUris: callback[0] ?? '',
  }
  const text = `ours\n${first.publicPem}\ntheirs\n  ${second.publicPem.trim()}`
  expect(clientInputOf({ ...values, publicKeys: text })).toMatchObject({
    publicKeys: [first.publicPem.trim(), second.publicPem.trim()],
  })
  expect(clientValuesOf(clientInputOf({ ...values, publicKeys: text })).publicKeys).toBe(
    `${first.publicPem.trim()}\n${second.publicPem.trim()}`,
  )
})
