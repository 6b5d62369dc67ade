import type { IdpEntity, ReadProviders } from '../../../protocols/saml/index.ts'
import { readKey } from '../../../kit/keys/read-key.ts'
import type { SamlProvider } from '../queries.ts'
import { dayOf, found, when, type Found } from './finding.ts'

/** What the provider's own metadata says against the configuration. */
export function compareMetadata(
  { config }: SamlProvider,
  { entities, named }: Pick<ReadProviders, 'entities' | 'named'>,
  nowMs: number,
): Found[] {
  const entity = entities.find((one) => one.entityId === config.entityId)
  if (entity === undefined) {
    const described = named
      .slice(0, shownMax)
      .map((one) => one.entityId)
      .join(', ')
    return [found('error', 'metadata-other-entity', 'entityId', { found: described === '' ? 'nobody' : described })]
  }
  const { validUntil } = entity
  const sameBinding = entity.sso.filter((one) => one.binding === config.ssoBinding)
  return [
    ...when(validUntil !== null && Date.parse(validUntil) <= nowMs, () =>
      found('warning', 'metadata-over', 'metadataUrl', { day: (validUntil ?? '').slice(0, 10) }),
    ),
    ...when(sameBinding.length > 0 && !sameBinding.some((one) => one.url === config.ssoUrl), () =>
      found('warning', 'metadata-other-address', 'ssoUrl', { found: sameBinding[0]?.url ?? '' }),
    ),
    ...certificateFindings(config, entity, nowMs),
  ]
}

/** A federation describes thousands. */
const shownMax = 5

/** By key, for a provider may renew the certificate of a key that stays. Followed metadata is trusted as it is. */
function certificateFindings(config: SamlProvider['config'], entity: IdpEntity, nowMs: number): Found[] {
  if (config.followMetadata) return []
  const held = new Set([config.signingCertificate1, config.signingCertificate2].map(keyOf))
  const published = entity.certificates.filter((pem) => !held.has(keyOf(pem)))
  if (published.length > 0 && published.length === entity.certificates.length)
    return [found('error', 'metadata-other-certificates', 'signingCertificate1')]
  return published.flatMap((pem) => {
    const content = readKey(pem)
    if (typeof content === 'string' || content.notAfter === null || content.notAfter.getTime() < nowMs) return []
    const values = { subject: content.subject ?? '', day: dayOf(content.notAfter) }
    return [found('warning', 'metadata-new-certificate', 'signingCertificate2', values)]
  })
}

function keyOf(pem: string | undefined): string {
  const content = pem === undefined ? 'unreadable' : readKey(pem)
  return typeof content === 'string' ? '' : content.publicKey.export({ type: 'spki', format: 'pem' }).toString()
}
