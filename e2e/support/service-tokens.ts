import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'

import { encodePart, readPart, requestAccessToken, signJwt } from './access-token.ts'
import { openAdminApi } from './admin-api.ts'
import { readAutomation, type ServerProcess } from './server-process.ts'
import { until } from './until.ts'

/** The demo's service account Invoice importer: its tokens, and what an attacker makes of them. */
export type ServiceTokens = {
  readonly account: { readonly id: string; readonly keyFile: string }
  /** For Billing, where the account is a clerk and not an approver. */
  readonly audience: string
  good(): Promise<string>
  /** For General Ledger, on which the account depends too. */
  forOtherApplication(): Promise<string>
}

export async function openServiceTokens(demo: ServerProcess): Promise<ServiceTokens> {
  const api = await openAdminApi(readAutomation(demo.dataDir))
  type Named = { readonly id: string; readonly name: string }
  const { environments } = await api.call<{ environments: Named[] }>('GET', '/portal/admin/environments')
  const production = environments.find(({ name }) => name === 'Production')?.id
  const path = `/portal/admin/environments/${production}/service-accounts`
  const { serviceAccounts } = await api.call<{ serviceAccounts: Named[] }>('GET', path)
  const serviceAccountId = serviceAccounts.find(({ name }) => name === 'Invoice importer')?.id
  if (serviceAccountId === undefined) throw new Error('The demo has no account Invoice importer.')
  const keyFile = join(demo.dataDir, 'demo', 'keys', 'invoice-importer.pem')
  const tokenFor = (application: string) =>
    requestAccessToken({ server: demo.url, serviceAccountId, keyFile, resource: urnOf(application) })
  return {
    account: { id: serviceAccountId, keyFile },
    audience: urnOf('billing'),
    good: () => tokenFor('billing'),
    forOtherApplication: () => tokenFor('ledger'),
  }
}

function urnOf(application: string): string {
  return `urn:portico:acme:application:${application}`
}

/** One character in the middle of the signature is another one. */
export function withOtherSignature(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const middle = Math.floor(signature.length / 2)
  const other = signature[middle] === 'A' ? 'B' : 'A'
  return `${header}.${payload}.${signature.slice(0, middle)}${other}${signature.slice(middle + 1)}`
}

/** Other claims under the signature of the issued ones. */
export function withOtherClaims(token: string, changes: Readonly<Record<string, unknown>>): string {
  const [header = '', , signature = ''] = token.split('.')
  return `${header}.${encodePart({ ...readPart(token, 1), ...changes })}.${signature}`
}

/** The same claims without a signature (RFC 7519 section 6). */
export function unsigned(token: string): string {
  return `${encodePart({ ...readPart(token, 0), alg: 'none' })}.${token.split('.')[1]}.`
}

/** The same header, `kid` included, and the same claims, signed with a key of the attacker. */
export function signedByAnother(token: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return signJwt(readPart(token, 0), readPart(token, 1), pem)
}

/** Waits until a token has expired by this machine's clock, and one second more. */
export async function expired(token: string): Promise<string> {
  const expiresAtMs = Number(readPart(token, 1)['exp']) * 1000
  await until('the token has expired', () => Date.now() > expiresAtMs + 1000)
  return token
}
