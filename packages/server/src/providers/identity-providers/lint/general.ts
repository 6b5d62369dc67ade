import { found, when, type Found, type LintSubject } from './finding.ts'

/** What can be wrong with a provider of any type, judged only by what is stored. */
export function lintGeneral(subject: LintSubject): Found[] {
  const { formats, hasMappedGroups, enabled } = subject
  const noFormats = formats !== undefined && formats.prefixes.length + formats.suffixes.length === 0
  return [
    ...when(noFormats, () => found('error', 'no-formats')),
    ...when(hasMappedGroups === false, () => found('warning', 'no-group-mapped')),
    ...when(!enabled, () => found('note', 'disabled')),
    ...plainAddresses(subject),
    ...sameProviders(subject),
  ]
}

/** Traffic to the same machine cannot be intercepted on a network. */
const loopback = /^http:\/\/(?:127\.|\[::1\]|(?:[^/]+\.)?localhost\.?[:/]|localhost$)/i

function plainAddresses({ provider }: LintSubject): Found[] {
  return Object.entries(provider.config).flatMap(([field, value]) => {
    if (field === 'entityId' || typeof value !== 'string' || !value.startsWith('http:')) return []
    return [found(loopback.test(value) ? 'note' : 'warning', 'address-http', field)]
  })
}

/** Two entries for one and the same: what one of them says of a person holds for the other as well. */
function sameProviders({ provider, others }: LintSubject): Found[] {
  const { field, what, key } = identityOf(provider.family, provider.config)
  return others.flatMap((other) =>
    when(identityOf(provider.family, other.config).key === key, () =>
      found('warning', 'same-provider', field, { provider: other.name, what }),
    ),
  )
}

function identityOf(family: LintSubject['provider']['family'], config: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name] : '')
  if (family === 'saml') return { field: 'entityId', what: 'entity ID', key: text('entityId') }
  if (family === 'azure')
    return {
      field: 'applicationId',
      what: 'directory and application ID',
      key: `${text('domainName').toLowerCase()} ${text('applicationId')}`,
    }
  return { field: 'clientId', what: 'issuer and client ID', key: `${text('issuer')} ${text('clientId')}` }
}
