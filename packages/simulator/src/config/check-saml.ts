import { createPrivateKey, X509Certificate } from 'node:crypto'

import { checkPeople, lastingSubject } from './check-people.ts'
import type { CheckedPerson, CheckedSaml, CheckedServiceProvider } from './checked.ts'
import { fields, isObject } from './fields.ts'
import { isWebAddress, shortName, webAddressSentence } from './names.ts'
import { nameIdFormats, samlBindings, samlFlavours, signedParts, subjectTypes } from './shape.ts'

const known = [
  'id',
  'kind',
  'flavour',
  'name',
  'people',
  'entityId',
  'serviceProviders',
  'sign',
  'encrypt',
  'nameIdFormat',
  'sloBinding',
  'subjectType',
  'requireSignedRequests',
  'signing',
  'anyLoopback',
]

export function checkSaml(value: unknown, place: string, problems: string[]): CheckedSaml {
  const read = fields(value, place, known, problems)
  const id = read.text('id', shortName)
  const flavour = read.oneOf('flavour', samlFlavours)
  const entityId = read.optionalText('entityId')
  const subjectOf = (username: string) => lastingSubject(id, username)
  const people = checkPeople(read.list('people', true), `${place}.people`, problems, subjectOf)
  const signing = read.has('signing') ? checkSigning(read.child('signing'), `${place}.signing`, problems) : undefined
  return {
    id,
    kind: 'saml',
    flavour,
    name: read.text('name'),
    people: flavour === 'adfs' ? people.map(withWindowsName) : people,
    ...(entityId === undefined ? {} : { entityId }),
    serviceProviders: read
      .list('serviceProviders', true)
      .map((each, index) => checkServiceProvider(each, `${place}.serviceProviders[${index}]`, problems)),
    anyLoopback: read.flag('anyLoopback'),
    sign: read.oneOf('sign', signedParts, flavour === 'salesforce' ? 'both' : 'assertion'),
    encrypt: read.flag('encrypt'),
    nameIdFormat: read.oneOf('nameIdFormat', nameIdFormats, 'unspecified'),
    sloBinding: read.oneOf('sloBinding', samlBindings, 'redirect'),
    subjectType: read.oneOf('subjectType', subjectTypes, 'username'),
    requireSignedRequests: read.flag('requireSignedRequests'),
    ...(signing === undefined ? {} : { signing }),
  }
}

function withWindowsName(person: CheckedPerson): CheckedPerson {
  return { ...person, windowsName: person.windowsName ?? windowsNameOf(person.username) }
}

/** `ACME\ada`: made of the username's local part and its domain's first label. */
function windowsNameOf(username: string): string {
  const [local = username, domain = 'LOCAL'] = username.split('@')
  return `${(domain.split('.', 1)[0] ?? domain).toUpperCase()}\\${local}`
}

/** One service provider, by the address of its metadata or in full. */
export function checkServiceProvider(value: unknown, place: string, problems: string[]): CheckedServiceProvider {
  if (isObject(value) && 'metadataUrl' in value) {
    const read = fields(value, place, ['metadataUrl'], problems)
    const metadataUrl = read.text('metadataUrl')
    if (metadataUrl !== '' && !isWebAddress(metadataUrl)) read.complain('metadataUrl', webAddressSentence)
    return { metadataUrl }
  }
  const addresses = ['acsUrl', 'sloUrl', 'sloResponseUrl'] as const
  const names = ['entityId', ...addresses, 'sloBinding', 'signingCertificates', 'encryptionCertificate']
  const read = fields(value, place, names, problems)
  const [acsUrl, sloUrl, sloResponseUrl] = addresses.map((name) => {
    const found = name === 'acsUrl' ? read.text(name) : read.optionalText(name)
    if (found !== undefined && found !== '' && !isWebAddress(found)) read.complain(name, webAddressSentence)
    return found
  })
  const encryptionCertificate = read.has('encryptionCertificate') ? read.pem('encryptionCertificate') : undefined
  if (encryptionCertificate !== undefined && !isCertificate(encryptionCertificate))
    read.complain('encryptionCertificate', certificateSentence)
  const signingCertificates = read.texts('signingCertificates')
  if (!signingCertificates.every(isCertificate)) read.complain('signingCertificates', certificateSentence)
  return {
    entityId: read.text('entityId'),
    acsUrl: acsUrl ?? '',
    ...(sloUrl === undefined ? {} : { sloUrl }),
    sloBinding: read.oneOf('sloBinding', samlBindings, 'redirect'),
    ...(sloResponseUrl === undefined ? {} : { sloResponseUrl }),
    signingCertificates,
    ...(encryptionCertificate === undefined ? {} : { encryptionCertificate }),
  }
}

function checkSigning(value: unknown, place: string, problems: string[]): NonNullable<CheckedSaml['signing']> {
  const read = fields(value, place, ['privateKey', 'certificate'], problems)
  const [privateKey, certificate] = [read.pem('privateKey'), read.pem('certificate')]
  if (certificate !== '' && !isCertificate(certificate)) read.complain('certificate', certificateSentence)
  else if (privateKey !== '' && certificate !== '' && !belongTogether(privateKey, certificate))
    read.complain('privateKey', 'write the private key of the certificate, in PEM format.')
  return { privateKey, certificate }
}

const certificateSentence = 'write a certificate in PEM format.'

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function belongTogether(privateKey: string, certificate: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))
  } catch {
    return false
  }
}
