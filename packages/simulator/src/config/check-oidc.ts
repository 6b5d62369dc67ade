import { checkClients } from './check-clients.ts'
import { checkPeople, lastingSubject } from './check-people.ts'
import type { CheckedClient, CheckedOidc } from './checked.ts'
import { fields } from './fields.ts'
import { shortName } from './names.ts'
import { type SigningAlgorithm, signingAlgorithms } from './shape.ts'

export function checkOidc(value: unknown, place: string, problems: string[]): CheckedOidc {
  const known = [
    'id',
    'kind',
    'name',
    'people',
    'clients',
    'pairwise',
    'claims',
    'idTokenSignedResponseAlg',
    'anyLoopback',
  ]
  const read = fields(value, place, known, problems)
  const id = read.text('id', shortName)
  const algorithm = read.oneOf('idTokenSignedResponseAlg', signingAlgorithms, 'RS256')
  const subjectOf = (username: string) => lastingSubject(id, username)
  const clients = checkClients(read.list('clients', true), `${place}.clients`, ['backchannelLogoutUri'], problems)
  longEnough(clients, algorithm, `${place}.clients`, problems)
  return {
    id,
    kind: 'oidc',
    name: read.text('name'),
    people: checkPeople(read.list('people', true), `${place}.people`, problems, subjectOf),
    clients,
    anyLoopback: read.flag('anyLoopback'),
    pairwise: read.flag('pairwise'),
    claims: claimNames(read.child('claims') ?? {}, `${place}.claims`, problems),
    idTokenSignedResponseAlg: algorithm,
  }
}

/** RFC 7518, section 3.2: an HMAC key is at least as long as its hash. */
function longEnough(clients: CheckedClient[], algorithm: SigningAlgorithm, place: string, problems: string[]): void {
  const leastBytes = algorithm.startsWith('HS') ? Number(algorithm.slice(2)) / 8 : 0
  clients.forEach(({ clientSecret }, index) => {
    if (clientSecret === '' || Buffer.byteLength(clientSecret) >= leastBytes) return
    problems.push(`${place}[${index}].clientSecret: ${algorithm} needs at least ${leastBytes} bytes.`)
  })
}

function claimNames(value: unknown, place: string, problems: string[]): CheckedOidc['claims'] {
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
