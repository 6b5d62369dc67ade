import { familyOf, importProviderMetadata, type AzureType, type SamlType } from '@portico/core/contract'

import type { Deps } from '../../../kit/http/deps.ts'
import { tooManyRequests } from '../../../kit/http/failure.ts'
import { route } from '../../../kit/http/route.ts'
import { importAzure } from './azure.ts'
import type { Imported } from './imported.ts'
import { importOpenId } from './openid.ts'
import { importSaml } from './saml.ts'

export const metadataImportRoutes = [
  // Nothing is saved by it, and no transaction is open while the provider is asked.
  route(
    importProviderMetadata,
    ['admin', 'support-changing', 'recovery', 'setup', 'deactivated-tenant'],
    {
      400: [
        'METADATA_ENTITY',
        'METADATA_MANY_DIRECTORIES',
        'METADATA_SOURCE',
        'METADATA_UNREACHABLE',
        'METADATA_UNREADABLE',
      ],
      429: ['TOO_MANY_REQUESTS'],
    },
    async ({ body, actor, deps }) => {
      return {
        async afterwards() {
          const wait = await deps.rateLimits.take('metadata-import', actor.id)
          if (wait > 0) throw tooManyRequests(wait)
          return { value: await imported(body, deps) }
        },
      }
    },
  ),
]

function imported(
  body: {
    type: Parameters<typeof familyOf>[0]
    url?: string | undefined
    document?: string | undefined
    entityId?: string | undefined
  },
  { providerFetch: fetch, settings, clock }: Deps,
): Promise<Imported> {
  const { type } = body
  switch (familyOf(type)) {
    case 'oidc':
      return importOpenId(body, fetch)
    case 'azure':
      return importAzure(type as AzureType, body, { fetch, authorityUrl: settings.azureAuthorityUrl })
    case 'saml':
      return importSaml(type as SamlType, body, { fetch, nowMs: clock.now() })
  }
}
