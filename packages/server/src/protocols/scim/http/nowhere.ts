import { closedHeaders } from '../../../kit/closed-headers.ts'
import type { Settings } from '../../../kit/settings/settings.ts'
import { ScimFailure, scimErrorBody } from '../failure.ts'
import { scimBaseUrl } from '../../../people/scim-tokens/prefixes.ts'

/** The answer to an address that names no identity provider, such as `/scim/v2`: never a page of the portal. */
export function scimNowhere(settings: Pick<Settings, 'baseUrl'>, requestId: string): Response {
  const address = scimBaseUrl(settings, 'IDP-ID')
  const failure = new ScimFailure(
    404,
    `There is nothing at this address. The address of an identity provider is ${address}.`,
  )
  return new Response(JSON.stringify(scimErrorBody(failure)), {
    status: 404,
    headers: {
      'Content-Type': 'application/scim+json; charset=utf-8',
      'X-Request-Id': requestId,
      ...closedHeaders,
      'Cache-Control': 'no-store',
    },
  })
}
