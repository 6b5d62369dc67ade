import { bindingChoices, comparisonChoices, nameIdFormatChoices } from './choices.ts'
import { sections, type ConfigField } from './config-field.ts'
import { samlAttributeFields } from './saml-attribute-fields.ts'
import { signatureMethods } from './saml-rules.ts'
import type { IdentityProviderType } from './types.ts'

const { connection, certificates, authentication, signOut, metadata } = sections

const entityIds: Partial<Record<IdentityProviderType, string>> = {
  ADFS_SAML: 'http://adfs.example.com/adfs/services/trust',
  SFDC_SAML: 'https://example.my.salesforce.com',
}

const ssoUrls: Partial<Record<IdentityProviderType, string>> = {
  ADFS_SAML: 'https://adfs.example.com/adfs/ls/',
  SFDC_SAML: 'https://example.my.salesforce.com/idp/endpoint/HttpPost',
}

/** Spec section 3, "SAML config". The three types share their fields; what they are shown as an example differs. */
export function samlFields(type: IdentityProviderType): readonly ConfigField[] {
  return [
    {
      name: 'entityId',
      label: 'Entity ID',
      help: 'What the provider calls itself, character by character. It is an identifier, so it may begin with http://.',
      section: connection,
      kind: 'text',
      required: true,
      common: true,
      placeholder: entityIds[type] ?? 'https://idp.example.com/saml2',
    },
    {
      name: 'ssoUrl',
      label: 'SSO URL',
      help: 'Where people are sent to sign in.',
      section: connection,
      kind: 'address',
      required: true,
      common: true,
      placeholder: ssoUrls[type] ?? 'https://idp.example.com/saml2/sso',
    },
    {
      name: 'ssoBinding',
      label: 'SSO binding',
      help: 'How our request travels to the SSO URL. Answers always come back by a posted form.',
      section: connection,
      kind: 'choice',
      choices: bindingChoices,
      required: false,
      common: true,
    },
    {
      name: 'nameIdFormat',
      label: 'Name ID format',
      help: 'Asked for in the request. Unspecified leaves the choice to the provider.',
      section: connection,
      kind: 'choice',
      choices: nameIdFormatChoices,
      required: false,
      common: true,
    },
    {
      name: 'omitNameIdPolicy',
      label: 'Leave out NameIDPolicy',
      help: 'For providers that answer InvalidNameIDPolicy: the request names no format at all.',
      section: connection,
      kind: 'flag',
      required: false,
    },
    {
      name: 'signingCertificate1',
      label: 'Signing certificate 1',
      help: 'What the provider signs with, in PEM format. At least one of the two is needed.',
      section: certificates,
      kind: 'certificate',
      required: false,
      common: true,
    },
    {
      name: 'signingCertificate2',
      label: 'Signing certificate 2',
      help: 'The next one, so that the provider can change over without anybody being locked out.',
      section: certificates,
      kind: 'certificate',
      required: false,
      common: true,
    },
    {
      name: 'signatureMethod',
      label: 'Signature method',
      help: 'How we sign what we send.',
      section: certificates,
      kind: 'choice',
      choices: signatureMethods.map((value) => ({ value, label: value })),
      required: false,
    },
    ...samlAttributeFields,
    {
      name: 'requestedAuthnContext',
      label: 'Requested authentication context',
      help: 'Class references, separated by commas: how people have to sign in at the provider.',
      section: authentication,
      kind: 'list',
      required: false,
      placeholder: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    },
    {
      name: 'disableRequestedAuthnContext',
      label: 'Disable requested authentication context',
      help: 'The request leaves it to the provider how people sign in. Recommended: a fixed context locks out other ways.',
      section: authentication,
      kind: 'flag',
      required: false,
    },
    {
      name: 'authnContextComparison',
      label: 'Comparison',
      help: 'How the way somebody signed in has to compare with the context asked for.',
      section: authentication,
      kind: 'choice',
      choices: comparisonChoices,
      required: false,
    },
    {
      name: 'slackSecs',
      label: 'Slack seconds',
      help: 'How far the clock of the provider may be off, from 0 to 300 seconds.',
      section: authentication,
      kind: 'seconds',
      required: false,
      placeholder: '120',
    },
    {
      name: 'allowIdpInitiated',
      label: 'Allow sign-ins that begin at the provider',
      help: 'For tiles in the launcher of the provider. They are begun again from here, so nothing unasked is taken in.',
      section: authentication,
      kind: 'flag',
      required: false,
    },
    {
      name: 'disableSlo',
      label: 'Disable SLO',
      help: 'Signing out here leaves people signed in at the provider.',
      section: signOut,
      kind: 'flag',
      required: false,
    },
    {
      name: 'sloUrl',
      label: 'SLO URL',
      help: 'Where sessions are ended at the provider. Empty: people stay signed in there.',
      section: signOut,
      kind: 'address',
      required: false,
    },
    {
      name: 'sloBinding',
      label: 'SLO binding',
      help: 'How our logout messages travel.',
      section: signOut,
      kind: 'choice',
      choices: bindingChoices,
      required: false,
    },
    {
      name: 'sloResponseUrl',
      label: 'Response URL',
      help: 'Where our answers to logout requests go, if not to the SLO URL (ResponseLocation in metadata).',
      section: signOut,
      kind: 'address',
      required: false,
    },
    {
      name: 'logoutRedirectUrl',
      label: 'Logout redirect URL',
      help: 'Where people end after signing out. Empty: a page of Portico that says so.',
      section: signOut,
      kind: 'address',
      required: false,
    },
    {
      name: 'metadataUrl',
      label: 'Metadata URL',
      help: 'Where the provider publishes its metadata.',
      section: metadata,
      kind: 'address',
      required: false,
    },
    {
      name: 'followMetadata',
      label: 'Follow the metadata',
      help: 'Also trusts the signing certificates that the metadata URL shows now: for providers that change them by themselves.',
      section: metadata,
      kind: 'flag',
      required: false,
    },
  ]
}
