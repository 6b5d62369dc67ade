import type { CheckedAzure } from '../config/checked.ts'

export const authorityPath = '/azure'
export const graphPath = '/graph'

/** Microsoft's host names for Graph, which the simulator also answers to. */
export const graphResources = ['https://graph.microsoft.com', '00000003-0000-0000-c000-000000000000']

/** Where OAuth endpoints of a version begin, below the authority and the tenant. */
export const oauthPaths = { 1: 'oauth2', 2: 'oauth2/v2.0' } as const

type Named = Pick<CheckedAzure, 'tenantId' | 'version'>

/** The issuer in tokens: `{base}/azure/sts/{tid}/` for version 1 and `{base}/azure/{tid}/v2.0` for version 2. */
export function issuerOf(base: URL, { tenantId, version }: Named): string {
  return new URL(version === 1 ? `/azure/sts/${tenantId}/` : `/azure/${tenantId}/v2.0`, base).href
}

/** The page of a directory where people see that they are signed in, and sign out. */
export function sessionPath({ tenantId, version }: Named): string {
  return `${authorityPath}/${tenantId}/${oauthPaths[version]}/session`
}

/** `{base}/azure/{tenant}/oauth2/authorize` and similar. `tenant` is the directory as the caller named it. */
export function endpoint(base: URL, tenant: string, version: 1 | 2, name: string): string {
  return new URL(`${authorityPath}/${tenant}/${oauthPaths[version]}/${name}`, base).href
}

export function discoveryAddress(base: URL, tenant: string, version: 1 | 2): string {
  const directory = version === 1 ? tenant : `${tenant}/v2.0`
  return new URL(`${authorityPath}/${directory}/.well-known/openid-configuration`, base).href
}

export function keysAddress(base: URL, tenant: string, version: 1 | 2): string {
  return new URL(`${authorityPath}/${tenant}/discovery/${version === 1 ? 'keys' : 'v2.0/keys'}`, base).href
}

export function graphBase(base: URL): string {
  return new URL(graphPath, base).href
}
