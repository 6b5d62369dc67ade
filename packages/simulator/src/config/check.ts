import { createHash } from 'node:crypto'

import { fields } from './fields.ts'
import {
  type ApplicationConfig,
  type CheckedConfig,
  type CheckedPerson,
  type CheckedProvider,
  type ClientConfig,
  type SigningAlgorithm,
  signingAlgorithms,
} from './shape.ts'

/** The configuration cannot be used; the message names every place that is wrong, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Checks a configuration that came from outside and fills in its defaults. Throws ConfigError. */
export function checkConfig(value: unknown): CheckedConfig {
  const problems: string[] = []
  const read = fields(value, '', ['host', 'port', 'control', 'providers', 'applications'], problems)
  const config: CheckedConfig = {
    host: read.has('host') ? read.text('host', hostName) : '127.0.0.1',
    port: read.integer('port', 0, 0, 65_535),
    control: read.flag('control'),
    providers: read.list('providers', true).map((each, index) => provider(each, `providers[${index}]`, problems)),
    applications: read
      .list('applications', false)
      .map((each, index) => application(each, `applications[${index}]`, problems)),
  }
  onlyOnce(config.providers, (each) => each.id, 'providers', 'id', problems)
  onlyOnce(config.applications, (each) => each.slug, 'applications', 'slug', problems)
  if (problems.length > 0) {
    throw new ConfigError(
      ["The simulator's configuration is wrong.", ...problems.map((each) => `- ${each}`)].join('\n'),
    )
  }
  return config
}

const hostName = { test: /^[a-z0-9.-]+$/i, sentence: 'write a host name or an IPv4 address.' }
const shortName = {
  test: /^[a-z0-9][a-z0-9-]{0,62}$/,
  sentence: 'use lower-case letters, digits and hyphens, 63 at most.',
}

function provider(value: unknown, place: string, problems: string[]): CheckedProvider {
  const known = ['id', 'kind', 'name', 'people', 'clients', 'pairwise', 'claims', 'idTokenSignedResponseAlg']
  const read = fields(value, place, known, problems)
  const id = read.text('id', shortName)
  const algorithm = read.oneOf('idTokenSignedResponseAlg', signingAlgorithms, 'RS256')
  const people = read.list('people', true).map((each, index) => person(each, `${place}.people[${index}]`, id, problems))
  const clients = read
    .list('clients', true)
    .map((each, index) => client(each, `${place}.clients[${index}]`, algorithm, problems))
  onlyOnce(people, (each) => each.username.toLowerCase(), `${place}.people`, 'username', problems)
  onlyOnce(people, (each) => each.subject, `${place}.people`, 'subject', problems)
  onlyOnce(clients, (each) => each.clientId, `${place}.clients`, 'clientId', problems)
  return {
    id,
    kind: read.oneOf('kind', ['oidc']),
    name: read.text('name'),
    people,
    clients,
    pairwise: read.flag('pairwise'),
    claims: claimNames(read.child('claims') ?? {}, `${place}.claims`, problems),
    idTokenSignedResponseAlg: algorithm,
  }
}

function claimNames(value: unknown, place: string, problems: string[]): CheckedProvider['claims'] {
  const read = fields(value, place, ['username', 'groups'], problems)
  const names = {
    username: read.optionalText('username') ?? 'preferred_username',
    groups: read.optionalText('groups') ?? 'groups',
  }
  for (const name of ['username', 'groups'] as const) {
    if (protocolClaims.has(names[name]))
      read.complain(name, `"${names[name]}" already means something else in a token.`)
  }
  if (names.username === names.groups) read.complain('groups', 'give it another name than the username claim.')
  return names
}

/** Names that OpenID Connect itself puts into an ID token or userinfo answer. */
const protocolClaims = new Set(
  'sub iss aud azp exp iat nbf jti nonce at_hash c_hash s_hash auth_time acr amr sid email_verified'.split(' '),
)

function person(value: unknown, place: string, providerId: string, problems: string[]): CheckedPerson {
  const optional = ['givenName', 'familyName', 'nickname', 'email'] as const
  const read = fields(value, place, ['username', 'password', 'subject', 'name', 'groups', ...optional], problems)
  const username = read.text('username')
  const checked: CheckedPerson = {
    username,
    password: read.text('password'),
    subject: read.optionalText('subject') ?? lastingSubject(providerId, username),
    name: read.text('name'),
    groups: read.texts('groups'),
  }
  for (const name of optional) {
    const found = read.optionalText(name)
    if (found !== undefined) checked[name] = found
  }
  return checked
}

/** The same person keeps the same subject over restarts: relying parties key their users by it. */
function lastingSubject(providerId: string, username: string): string {
  return createHash('sha256').update(`${providerId}\n${username.toLowerCase()}`).digest('base64url').slice(0, 22)
}

function client(
  value: unknown,
  place: string,
  algorithm: SigningAlgorithm,
  problems: string[],
): Required<ClientConfig> {
  const read = fields(value, place, ['clientId', 'clientSecret', 'redirectUris', 'postLogoutRedirectUris'], problems)
  const checked = {
    clientId: read.text('clientId'),
    clientSecret: read.text('clientSecret'),
    redirectUris: read.texts('redirectUris'),
    postLogoutRedirectUris: read.texts('postLogoutRedirectUris'),
  }
  for (const name of ['redirectUris', 'postLogoutRedirectUris'] as const) {
    for (const uri of checked[name]) if (!isWebAddress(uri)) read.complain(name, webAddressSentence)
  }
  // RFC 7518, section 3.2: an HMAC key is at least as long as its hash.
  const leastBytes = algorithm.startsWith('HS') ? Number(algorithm.slice(2)) / 8 : 0
  if (checked.clientSecret !== '' && Buffer.byteLength(checked.clientSecret) < leastBytes) {
    read.complain('clientSecret', `${algorithm} needs at least ${leastBytes} bytes.`)
  }
  return checked
}

export const webAddressSentence = 'write whole http or https addresses without a fragment.'

export function isWebAddress(uri: string): boolean {
  return URL.canParse(uri) && /^https?:\/\//i.test(uri) && !uri.includes('#')
}

function application(value: unknown, place: string, problems: string[]): ApplicationConfig {
  const read = fields(value, place, ['slug', 'label'], problems)
  return { slug: read.text('slug', shortName), label: read.text('label') }
}

function onlyOnce<Item>(items: Item[], key: (item: Item) => string, place: string, name: string, problems: string[]) {
  const seen = new Set<string>()
  items.forEach((item, index) => {
    if (key(item) !== '' && seen.has(key(item))) problems.push(`${place}[${index}].${name}: is there twice.`)
    seen.add(key(item))
  })
}
