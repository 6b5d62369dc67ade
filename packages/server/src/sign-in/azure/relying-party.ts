import type { AzureProvider } from '../../identity-providers/queries.ts'
import type { Settings } from '../../settings.ts'
import type { RelyingParty } from '../oidc/relying-party.ts'
import { directoryIssuer } from './directory-issuer.ts'

/** Azure AD as an OpenID provider: v1 endpoints for AAD, v2 for AAD2 (protocols.md section 2). */
export function azureRelyingParty(provider: AzureProvider, settings: Settings, nowMs: number): RelyingParty {
  const { config } = provider
  const v1 = provider.type === 'AAD'
  const directory = `${settings.azureAuthorityUrl}/${config.domainName}${v1 ? '' : '/v2.0'}`
  return {
    providerId: provider.id,
    clientId: config.applicationId,
    clientSecret: currentSecret(provider, nowMs),
    issuer: directoryIssuer(provider, directory),
    discoveryUrl: `${directory}/.well-known/openid-configuration`,
    addresses: {},
    responseMode: config.responseMode,
    scope: v1 ? 'openid' : 'openid profile email',
    signatureAlgorithm: 'RS256',
    disableSignatureVerification: false,
    extraParameters: {
      ...(v1 ? { resource: settings.graphUrl } : {}),
      ...(config.domainHint === undefined ? {} : { domain_hint: config.domainHint }),
    },
    readsUserinfo: false,
  }
}

/** The secret whose days hold now; the one that starts later wins, so that a new one takes over on its day. */
function currentSecret({ config, secrets }: AzureProvider, nowMs: number): string | undefined {
  const today = new Date(nowMs).toISOString().slice(0, 10)
  const holds = (start: string | undefined, end: string | undefined) =>
    (start === undefined || start <= today) && (end === undefined || today <= end)
  const next = secrets.nextApplicationSecret
  if (
    next !== undefined &&
    config.nextApplicationSecretStartsOn !== undefined &&
    holds(config.nextApplicationSecretStartsOn, config.nextApplicationSecretEndsOn)
  )
    return next
  return secrets.applicationSecret ?? next
}
