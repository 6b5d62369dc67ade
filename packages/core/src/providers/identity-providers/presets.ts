import { guides, type GuideStep } from './guides.ts'
import type { IdentityProviderType } from './types.ts'

export type Preset = {
  /** Fields of `config` that a new provider of this type begins with. */
  readonly config: Readonly<Record<string, unknown>>
  /** What to do at the provider's side, in order. */
  readonly guide: readonly GuideStep[]
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

/** What providers of each type usually need. */
const configs: Readonly<Record<IdentityProviderType, Preset['config']>> = {
  OIDC: {},
  AAD2: { responseMode: 'form_post' },
  AAD: { responseMode: 'form_post' },
  OPENSAML: {
    attributes: {
      firstName: 'givenName',
      lastName: 'sn',
      email: 'mail',
      displayName: 'displayName',
      username: 'mail',
      group: 'groups',
    },
  },
  ADFS_SAML: {
    // ADFS issues a NameID only if a rule does, and rejects a format that its rule does not issue.
    omitNameIdPolicy: true,
    attributes: {
      firstName: `${claims}/givenname`,
      lastName: `${claims}/surname`,
      email: `${claims}/emailaddress`,
      displayName: `${claims}/name`,
      username: `${claims}/upn`,
      group: 'http://schemas.xmlsoap.org/claims/Group',
    },
  },
  SFDC_SAML: {
    ssoBinding: 'post',
    nameIdFormat: 'unspecified',
    // Salesforce sends these by itself except the groups, which need a custom attribute.
    attributes: {
      firstName: 'FirstName',
      lastName: 'LastName',
      email: 'email',
      username: 'username',
      group: 'groups',
    },
    subjectAttribute: 'userId',
  },
}

export function presetOf(type: IdentityProviderType): Preset {
  return { config: configs[type], guide: guides[type] }
}
