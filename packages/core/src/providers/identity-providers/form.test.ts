import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'

import { describe, expect, test, vi } from 'vitest'

import { samplePublicKey } from '../../machines/service-accounts/cases.ts'
import { providerChangesOf } from './changes.ts'
import { providerCommandOf } from './command.ts'
import { configFieldsOf, isRequired } from './config-fields.ts'
import type { ConfigValue } from './config-values.ts'
import type { IdentityProvider } from './contract.ts'
import { standingFindings } from './findings.ts'
import {
  canSaveProvider,
  createIdentityProviderForm,
  providerChanged,
  providerInputOf,
  providerViolations,
} from './form.ts'
import { signatureAlgorithms } from './oidc-rules.ts'
import { presetOf } from './presets.ts'
import { identityProviderTypes, type IdentityProviderType } from './types.ts'

const certificate = samplePublicKey
const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', draft: null, live: null }

const stored: IdentityProvider = {
  id: 'p1',
  name: 'Corporate login',
  type: 'OIDC',
  primary: false,
  pendingSwitch: false,
  enabled: true,
  config: { issuer: 'https://login.acme.example', clientId: 'portico', scope: 'openid', disableSlo: true },
  secrets: ['clientSecret'],
  certificates: [],
  prefixes: [],
  suffixes: ['acme.example'],
  emailDomains: [],
  ...times,
}

/** The minimum that each type needs. */
const least: Record<IdentityProviderType, Record<string, ConfigValue>> = {
  OIDC: { issuer: 'https://login.acme.example', clientId: 'portico' },
  AAD2: { domainName: 'acme.example', applicationId: 'app' },
  AAD: { domainName: 'acme.example', applicationId: 'app' },
  OPENSAML: { entityId: 'urn:idp', ssoUrl: 'https://idp.acme.example/sso', signingCertificate1: certificate },
  ADFS_SAML: {
    entityId: 'http://adfs/trust',
    ssoUrl: 'https://adfs.acme.example/ls',
    signingCertificate1: certificate,
  },
  SFDC_SAML: { entityId: 'https://acme.my.sf', ssoUrl: 'https://acme.my.sf/idp', signingCertificate2: certificate },
}

function filled(type: IdentityProviderType, values = least[type]) {
  const form = createIdentityProviderForm(type)
  form.setName('Corporate login')
  for (const field of configFieldsOf(type)) {
    const value = values[field.name]
    if (value !== undefined) form.setField(field.name, value)
    if (field.kind === 'secret' && isRequired(field, form.getState().values))
      form.setSecret(field.name, { do: 'replace', text: 'hush' })
  }
  return form
}

describe.each(identityProviderTypes)('a new %s', (type) => {
  test('can be saved with the minimum it needs in addition to its preset', () => {
    expect(providerViolations(filled(type).getState())).toEqual([])
    expect(canSaveProvider(filled(type).getState())).toBe(true)
  })

  test('cannot be saved without a name or any other required value', () => {
    const form = filled(type)
    form.setName('  ')
    expect(providerViolations(form.getState())).toEqual([{ errorID: 'IDP_NAME_REQUIRED', fieldID: 'name' }])
    for (const field of configFieldsOf(type).filter((one) => one.required)) {
      const other = filled(type)
      if (field.kind === 'secret') other.setSecret(field.name, { do: 'keep' })
      else other.setField(field.name, ' ')
      expect(providerViolations(other.getState()).map((one) => one.fieldID)).toEqual([field.name])
      expect(canSaveProvider(other.getState())).toBe(false)
    }
  })

  test('begins with its preset, which the rules accept unchanged', () => {
    const { config } = providerInputOf(filled(type).getState())
    expect(config).toMatchObject(presetOf(type).config)
    expect(presetOf(type).guide.length).toBeGreaterThan(2)
  })
})

test.each<[string, IdentityProviderType, string, ConfigValue, string]>([
  ['an invalid address', 'OIDC', 'issuer', 'login.acme.example', 'ADDRESS_SHAPE'],
  ['a placeholder in the issuer', 'OIDC', 'issuer', 'https://login.example/{tenantid}/v2.0', 'ADDRESS_PLACEHOLDER'],
  ['a placeholder in another address', 'OPENSAML', 'ssoUrl', 'https://<host>/sso', 'ADDRESS_PLACEHOLDER'],
  ['a placeholder in a path', 'OPENSAML', 'ssoUrl', 'https://login.example/<tenant>/sso', 'ADDRESS_PLACEHOLDER'],
  [
    'a placeholder in an entity id',
    'OPENSAML',
    'entityId',
    'https://sts.windows.net/{tenantid}/',
    'ADDRESS_PLACEHOLDER',
  ],
  [
    'the issuer of many directories',
    'OIDC',
    'issuer',
    'https://login.microsoftonline.com/common/v2.0',
    'ISSUER_MANY_DIRECTORIES',
  ],
  ['a scope without openid', 'OIDC', 'scope', 'profile', 'SCOPE_OPENID'],
  ['a directory shared by all companies', 'AAD2', 'domainName', 'common', 'DOMAIN_NOT_ONE'],
  ['the directory of personal accounts', 'AAD', 'domainName', '9188040D-6c67-4c5b-b112-36a304b66dad', 'DOMAIN_NOT_ONE'],
  ['an invalid day', 'AAD', 'applicationSecretEndsOn', 'tomorrow', 'DAY_SHAPE'],
  ['more slack than is safe', 'OPENSAML', 'slackSecs', '301', 'SLACK_RANGE'],
  ['slack that is not a number', 'OPENSAML', 'slackSecs', 'two', 'SLACK_RANGE'],
  ['the same certificate twice', 'ADFS_SAML', 'signingCertificate2', certificate, 'CERTIFICATE_TWICE'],
  ['following metadata without an address', 'SFDC_SAML', 'followMetadata', true, 'METADATA_URL_REQUIRED'],
])('%s is reported at its field', (_, type, field, value, errorID) => {
  const form = filled(type)
  form.setField(field, value)
  const at = field === 'followMetadata' ? 'metadataUrl' : field
  expect(providerViolations(form.getState())).toEqual([{ errorID, fieldID: at }])
})

test.each<[string, string]>([
  ['one Microsoft directory', 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'],
  ['a directory whose name begins like another word', 'https://login.microsoftonline.com/commons.example/v2.0'],
  ['JSON in a query', 'https://login.example/?claims={}'],
])('an issuer with %s can be saved', (_, issuer) => {
  const form = filled('OIDC')
  form.setField('issuer', issuer)
  expect(providerViolations(form.getState())).toEqual([])
})

describe('an edit', () => {
  const edit = () => createIdentityProviderForm(stored)

  test('shows the defaults of what is not stored, without counting them as changes', () => {
    const { values } = edit().getState()
    expect([values['usernameClaim'], values['responseMode'], values['disableSlo'], values['sloUrl']]).toEqual([
      'preferred_username',
      'query',
      true,
      '',
    ])
    expect(providerChanged(edit().getState())).toBe(false)
    expect(canSaveProvider(edit().getState())).toBe(false)
  })

  test('sends a secret only if it is replaced or removed', () => {
    const form = edit()
    expect(providerInputOf(form.getState())).not.toHaveProperty('clientSecret')
    form.setSecret('clientSecret', { do: 'replace', text: '' })
    expect(providerInputOf(form.getState())).not.toHaveProperty('clientSecret')
    form.setSecret('clientSecret', { do: 'replace', text: ' new one ' })
    expect(providerInputOf(form.getState())).toHaveProperty('clientSecret', ' new one ')
    form.setSecret('clientSecret', { do: 'forget' })
    expect(providerInputOf(form.getState())).toHaveProperty('clientSecret', null)
    expect(providerViolations(form.getState())).toEqual([])
  })

  test.each(signatureAlgorithms)('without a client secret can be saved unless that is the key: %s', (algorithm) => {
    const form = edit()
    form.setField('signatureAlgorithm', algorithm)
    expect(providerViolations(form.getState())).toEqual([])
    form.setSecret('clientSecret', { do: 'forget' })
    const missing = algorithm.startsWith('HS') ? [{ errorID: 'SECRET_REQUIRED', fieldID: 'clientSecret' }] : []
    expect(providerViolations(form.getState())).toEqual(missing)
  })

  test('spaces around a value do not count as a change, and are not sent', () => {
    const form = edit()
    form.setField('clientId', ' portico ')
    form.setName(' Corporate login ')
    expect(providerChanged(form.getState())).toBe(false)
    expect(providerChangesOf(form.getState())).toEqual([])
  })

  test('names every change, without a secret and with the words of a choice', () => {
    const form = edit()
    form.setEnabled(false)
    form.setField('responseMode', 'form_post')
    form.setField('sloUrl', 'https://login.acme.example/out')
    form.setSecret('clientSecret', { do: 'replace', text: 'hush' })
    expect(providerChangesOf(form.getState())).toEqual([
      { field: 'enabled', label: 'Enabled', removed: ['on'], added: ['off'] },
      { field: 'clientSecret', label: 'Client secret', removed: ['the stored secret'], added: ['a new secret'] },
      { field: 'responseMode', label: 'Response mode', removed: ['Query'], added: ['Form post'] },
      { field: 'sloUrl', label: 'SLO URL', removed: [], added: ['https://login.acme.example/out'] },
    ])
  })

  test('is written as a command without secrets', () => {
    const form = edit()
    form.setName("Ada's login")
    form.setField('scope', 'openid email')
    form.setField('usernameClaim', '')
    form.setField('disableSlo', false)
    form.setSecret('clientSecret', { do: 'replace', text: 'hush' })
    expect(providerCommandOf(form.getState(), 'p1')).toBe(
      String.raw`portico idp update p1 --name 'Ada'\''s login' --client-secret @FILE --set 'scope=openid email' --unset usernameClaim --set disableSlo=false`,
    )
  })

  test('typed values stay when a newer version is read; all others come from the newer version', () => {
    const form = edit()
    form.setField('clientId', 'mine')
    form.readAgain({ ...stored, name: 'Theirs', config: { ...stored.config, clientId: 'theirs', scope: 'openid x' } })
    const { name, values } = form.getState()
    expect([name, values['clientId'], values['scope']]).toEqual(['Theirs', 'mine', 'openid x'])
    expect(providerChangesOf(form.getState()).map((one) => one.field)).toEqual(['clientId'])
  })

  test('discard returns to what was fetched', () => {
    const form = edit()
    form.setField('clientId', 'mine')
    form.setSecret('clientSecret', { do: 'forget' })
    form.discard()
    expect(providerChanged(form.getState())).toBe(false)
  })
})

test('metadata fills in the fields it names and leaves the others unchanged', () => {
  const form = createIdentityProviderForm('OPENSAML')
  form.setField('attributes.group', 'memberOf')
  form.take({ entityId: 'urn:idp', ssoBinding: 'post', attributes: { username: 'uid' } })
  const { values } = form.getState()
  expect([values['entityId'], values['ssoBinding'], values['attributes.username'], values['attributes.group']]).toEqual(
    ['urn:idp', 'post', 'uid', 'memberOf'],
  )
})

test('a new provider is written as a command with --no-preset and every value', () => {
  const form = filled('SFDC_SAML')
  expect(providerCommandOf(form.getState(), undefined)).toBe(
    "portico idp create --type SFDC_SAML --no-preset --name 'Corporate login' --set entityId=https://acme.my.sf" +
      ' --set ssoUrl=https://acme.my.sf/idp --set ssoBinding=post --set signingCertificate2=@FILE' +
      ' --set attributes.username=username --set attributes.group=groups --set attributes.firstName=FirstName' +
      ' --set attributes.lastName=LastName --set attributes.email=email --set subjectAttribute=userId',
  )
})

test('an entered certificate is named by the fingerprint of its complete DER, as after saving', async () => {
  const form = createIdentityProviderForm('OPENSAML', (bytes) => Promise.resolve(`of ${bytes.length} bytes`))
  const [pem = ''] = rootCertificates
  form.setField('signingCertificate1', pem)
  const bytes = new X509Certificate(pem).raw.length
  await vi.waitFor(() =>
    expect(providerChangesOf(form.getState()).find(({ field }) => field === 'signingCertificate1')?.added).toEqual([
      `SHA-256 of ${bytes} bytes`,
    ]),
  )
})

describe('username formats of a provider (spec section 5)', () => {
  const bare = { ...stored, suffixes: [] }
  const renamed = (provider: IdentityProvider) => {
    const form = createIdentityProviderForm(provider)
    form.setName('Renamed')
    return form
  }

  test('a change is not saved without one', () => {
    const form = renamed(bare)
    expect(providerViolations(form.getState())).toEqual([{ errorID: 'FORMATS_REQUIRED', fieldID: 'formats' }])
    expect(canSaveProvider(form.getState())).toBe(false)
  })

  test.each([{ suffixes: ['acme.example'] }, { prefixes: ['acme'] }])('a change is saved with %j', (formats) =>
    expect(canSaveProvider(renamed({ ...bare, ...formats }).getState())).toBe(true),
  )

  test('a new provider, and one that is switched off, need none', () => {
    expect(canSaveProvider(filled('OIDC').getState())).toBe(true)
    const form = renamed(bare)
    form.setEnabled(false)
    expect(canSaveProvider(form.getState())).toBe(true)
  })
})

test('a finding about a field disappears when the field breaks a rule; the others stay', () => {
  const finding = { severity: 'warning' as const, code: 'x', message: 'm', todo: 't' }
  const findings = ['config.issuer', 'config.scope', null].map((fieldID) => ({ ...finding, fieldID }))
  const form = createIdentityProviderForm(stored)
  expect(standingFindings(findings, form.getState())).toEqual(findings)
  form.setField('issuer', 'not an address')
  expect(standingFindings(findings, form.getState()).map((one) => one.fieldID)).toEqual(['config.scope', null])
})
