import type { AzureProvider } from '../queries.ts'
import type { Settings } from '../../../kit/settings/settings.ts'
import type { RelyingParty } from '../../../kit/outbound/relying-party.ts'
import { directoryIssuer } from './directory-issuer.ts'

/** Azure AD as an OpenID provider: v1 endpoints for AAD, v2 for AAD2. */
export function azureRelyingParty(provider: AzureProvider, settings: Settings, nowMs: number): RelyingParty {
  const { config } = provider
  const v1 = provider.type === 'AAD'
  const directory = `${settings.azureAuthorityUrl}/${config.domainName}${v1 ? '' : '/v2.0'}`
  const current = currentSecret(provider, nowMs)
  return {
    providerId: provider.id,
    clientId: config.applicationId,
    clientSecret: current.secret,
    tokenAuthMethod: 'auto',
    secretEndsOn: { day: current.endsOn, passed: current.endsOn !== undefined && current.endsOn < dayOf(nowMs) },
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
  }
}

/** The secret whose days hold now; the one that starts later wins, so that a new one takes over on its day. */
function currentSecret({ config, secrets }: AzureProvider, nowMs: number): Secret {
  const today = dayOf(nowMs)
  const first = { secret: secrets.applicationSecret, endsOn: config.applicationSecretEndsOn }
  const next = { secret: secrets.nextApplicationSecret, endsOn: config.nextApplicationSecretEndsOn }
  if (next.secret === undefined) return first
  const startsOn = config.nextApplicationSecretStartsOn
  const begun = startsOn !== undefined && startsOn <= today && (next.endsOn === undefined || today <= next.endsOn)
  const over = first.endsOn !== undefined && first.endsOn < today
  return first.secret === undefined || begun || (over && startsOn === undefined) ? next : first
}

type Secret = { readonly secret: string | undefined; readonly endsOn: string | undefined }

/** `2026-11-21`, in UTC. */
function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10)
}
