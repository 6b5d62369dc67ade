import type { CheckedSaml } from '../config/checked.ts'

type Asked = Pick<CheckedSaml, 'id' | 'flavour' | 'entityId'>

/** Paths of one provider below `/saml/{id}`, by its flavour. */
export function samlPaths(flavour: CheckedSaml['flavour']) {
  const common = { metadata: '/metadata', start: '/start', session: '/', signOut: '/signout', login: '/login' }
  if (flavour === 'adfs') {
    const published = '/FederationMetadata/2007-06/FederationMetadata.xml'
    return { ...common, redirect: '/adfs/ls/', post: '/adfs/ls/', slo: '/adfs/ls/', published }
  }
  if (flavour === 'salesforce') {
    const [redirect, post] = ['/idp/endpoint/HttpRedirect', '/idp/endpoint/HttpPost']
    return { ...common, redirect, post, slo: '/services/auth/idp/saml2/logout', published: '/.well-known/samlidp.xml' }
  }
  return { ...common, redirect: '/sso', post: '/sso', slo: '/slo', published: '/metadata' }
}

export function mountPathOf({ id }: Pick<CheckedSaml, 'id'>): string {
  return `/saml/${id}`
}

/** A whole address of one provider. */
export function samlAddress(base: URL, config: Pick<CheckedSaml, 'id'>, path: string): string {
  return new URL(`${mountPathOf(config)}${path}`, base).href
}

/**
 * The configured entity id, or the flavour's: `{base}/saml/{id}/adfs/services/trust` (always http, as in ADFS),
 * `{base}/saml/{id}` for salesforce and the metadata address for plain.
 */
export function entityIdOf(base: URL, config: Asked): string {
  if (config.entityId !== undefined) return config.entityId
  if (config.flavour === 'adfs') return samlAddress(base, config, '/adfs/services/trust').replace(/^https:/, 'http:')
  return samlAddress(base, config, config.flavour === 'salesforce' ? '' : '/metadata')
}
