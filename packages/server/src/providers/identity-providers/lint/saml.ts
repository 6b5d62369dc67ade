import { authnContextClasses } from '@portico/core/contract'

import type { SamlProvider } from '../queries.ts'
import { lintCertificates } from './certificates.ts'
import { found, when, type Found, type LintSubject } from './finding.ts'

/** What a SAML provider's configuration says by itself. */
export function lintSaml(provider: SamlProvider, subject: LintSubject): Found[] {
  const { type, config } = provider
  const { attributes } = config
  const isAdfs = type === 'ADFS_SAML'
  const classes = authnContextClasses(config)
  const asksContext = !config.disableRequestedAuthnContext
  return [
    ...lintCertificates(provider, subject),
    ...when(isAdfs && config.entityId.startsWith('https://'), () => found('warning', 'adfs-entity-https', 'entityId')),
    ...when(isAdfs && !config.omitNameIdPolicy, () => found('warning', 'adfs-name-id-policy', 'omitNameIdPolicy')),
    ...when(asksContext && classes.length > 0 && (isAdfs || isEntra(config.entityId)), () =>
      found('warning', 'authn-context-asked', 'disableRequestedAuthnContext'),
    ),
    ...when(asksContext && classes.length === 0, () => found('note', 'authn-context-empty', 'requestedAuthnContext')),
    ...when(isAdfs && config.slackSecs < 60, () =>
      found('warning', 'slack-small', 'slackSecs', { found: config.slackSecs }),
    ),
    ...when(attributes.username === undefined && config.nameIdFormat === 'persistent', () =>
      found('error', 'username-opaque', 'attributes.username'),
    ),
    ...when(config.nameIdFormat === 'emailAddress' && config.subjectAttribute === undefined, () =>
      found('warning', 'name-id-email', 'nameIdFormat'),
    ),
    ...when(attributes.group === undefined, () => found('warning', 'group-attribute-missing', 'attributes.group')),
    ...when(!config.disableSlo && config.sloUrl === undefined, () => found('warning', 'slo-url-missing', 'sloUrl')),
    ...when(type === 'SFDC_SAML' && (attributes.username ?? 'username') === 'username', () =>
      found('note', 'salesforce-username', 'attributes.username'),
    ),
    ...when(config.allowIdpInitiated, () => found('note', 'provider-may-begin', 'allowIdpInitiated')),
    ...when(isAdfs && config.requireEncryptedAssertions && !config.allowCbcWhenSigned, () =>
      found('error', 'adfs-encryption', 'allowCbcWhenSigned'),
    ),
    ...when(config.metadataUrl !== undefined && !config.followMetadata, () =>
      found('note', 'metadata-not-followed', 'followMetadata'),
    ),
    ...when(config.allowCbcWhenSigned, () => found('note', 'cbc-allowed', 'allowCbcWhenSigned')),
  ]
}

function isEntra(entityId: string): boolean {
  return /^https:\/\/sts\.windows\.net\//i.test(entityId)
}
