import type { JsonSchema } from './open-api.ts'

const id = '01a1fe20-7c35-7a6b-9d0e-3f5c2b8a4d61'
const time = '2026-01-31T10:00:00.000Z'
const digest = '5d1e7a0c93b84f26'.repeat(4)
const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA6onzirQv6JEcqxgciXGE
TLQMrckaSIPq8DJRxE/kwAZlHzBA3c35Z4C0Sjf+zZ86zN3e+o6QL0wfzZvw/R8f
036hGHvMhALhKQ1zI+CKkxnycUp6PsCD74Hk4GYT3WolZVM15Xp3lHkxjETHaSvt
vlCkZLcpIoJ4pBnE/3xc+QdCHQINXuel9vn8t8haENch+nJKFASolicmdksVrGQa
URES3OAbuK+ab71bNL/lmcjCsociG1X+2QuWEh7bdj1LEgB7oPsmVaX2E3WYRJgg
+DLk7MA/4G3GC3oAZOWqCZHQIA5ffYFicYxGCiQygg1DXTFtSJ80n5fB5/8HYVG9
6wIDAQAB
-----END PUBLIC KEY-----
`

/** Texts of examples by the name of their field, where any text would not be valid or would say nothing. */
const texts: Readonly<Record<string, string>> = {
  accentColor: '#1f6f78',
  appId: 'billing',
  code: '7Q2M-8VXK-4D1T-CNP6-RWHZ-3BEG-5YJN',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  email: 'ada@acme.example',
  fingerprint: digest,
  hash: digest,
  idletime: '00:30',
  issuer: 'https://login.example.com',
  key1: publicKey,
  key2: publicKey,
  label: 'Billing',
  mac: digest,
  name: 'nightly',
  prefixes: 'ACME',
  primaryColor: '#0b5cad',
  publicKey,
  redirect_uri: 'http://127.0.0.1:50000/callback',
  signature: digest,
  suffixes: 'acme.example',
  urn: 'urn:portico:acme:application:billing',
  user: 'ada@acme.example',
  username: 'ada@acme.example',
  userName: 'ada@acme.example',
}

/** Values other than texts: what an OpenID application with a client secret does not have. */
export const values: Readonly<Record<string, unknown>> = { publicKeys: [], jwksUri: null }

/** Optional fields that a request has in its example: a service account needs one of two keys. */
export const usualFields: ReadonlySet<string> = new Set(['key1', 'key1Algorithm'])

/** A text for a field with this name that its schema allows. */
export function textFor(name: string, { format, maxLength = Infinity }: JsonSchema): string {
  return textOf(name, format).slice(0, maxLength)
}

function textOf(name: string, format: string | undefined): string {
  if (format === 'uuid') return id
  const known = texts[name]
  if (known !== undefined) return known
  if (format === 'date-time' || /(?:At|Until|From)$/.test(name)) return time
  if (format === 'uri' || /(?:url|uri)s?$/i.test(name)) return 'https://app.example.com/'
  if (format === 'email') return 'ada@acme.example'
  return /(?:^id|Id)$/.test(name) ? id : 'text'
}
