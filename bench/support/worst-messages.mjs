import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

const xs = { samlp: 'urn:oasis:names:tc:SAML:2.0:protocol', saml: 'urn:oasis:names:tc:SAML:2.0:assertion' }
const soap = 'http://schemas.xmlsoap.org/soap/envelope/'
const form = 'application/x-www-form-urlencoded'
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const many = (count, make) => Array.from({ length: count }, (_, at) => make(at)).join('')
const posted = (path, text, type = form, headers = {}) => ({
  method: 'POST',
  path,
  body: text,
  headers: { 'Content-Type': type, ...headers },
})

/**
 * The dearest ways to fill a message of this many bytes, elements (declarations of namespaces count as such), attributes and references
 * in all, within them and just beyond.
 */
function fillings({ bytes, elements, attributes, references }) {
  const share = Math.floor(attributes / 60)
  const wide = (count) => many(count, () => `<a${many(60, (at) => ` b${at}=""`)}/>`)
  /** Elements that share the bytes, each with an attribute and these references. */
  const filled = (count, each) => {
    const [before, after] = ['<a b="">', '</a>']
    const room = Math.floor((bytes - 6000) / count) - before.length - after.length - 4 * each
    return many(count - 40, () => before + 'x'.repeat(Math.max(0, room)) + '&lt;'.repeat(each) + after)
  }
  const nestedNamespaces =
    many(50, (at) => `<p${at % 8}:a xmlns:p${at % 8}="u:${at}" b="">&lt;`) + many(50, (at) => `</p${(49 - at) % 8}:a>`)
  const nested = many(60, () => '<a>') + many(60, () => '</a>')
  return {
    elements: '<a>b</a>'.repeat(elements - 40),
    'attributes in few elements': wide(share - 1),
    'attributes in many elements': many(
      elements - 40,
      () => `<a${many(Math.floor(attributes / elements) - 1, (at) => ` b${at}=""`)}/>`,
    ),
    'namespaces on each element': many(share - 1, () => `<a${many(60, (at) => ` xmlns:n${at}="u:${at}"`)}/>`),
    'nested namespaces': nestedNamespaces.repeat(Math.floor((elements - 40) / 100)),
    'nested elements': nested.repeat(Math.floor(elements / 60) - 1),
    references: '&lt;'.repeat(references),
    'a reference in each element': filled(elements, Math.floor(references / elements)),
    'one reference too many': filled(elements, Math.floor(references / elements) + 1),
    'lines in a value': `<a b="${'\n'.repeat(bytes - 6000)}"/>`,
    'one element too many': '<a>b</a>'.repeat(elements),
    'one attribute too many': wide(share + 1),
    'ten times the size': 'x'.repeat(10 * bytes),
    'an open tag': `<a${' '.repeat(bytes - 6000)}`,
  }
}

/** A message with a signature in its place, under a key that is not the sender's. */
function messageXml(kind, inner, { issuer }) {
  const id = `_${randomUUID()}`
  const part = (name, content) => `<ds:${name}>${content}</ds:${name}>`
  const c14n = 'Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"'
  const info =
    `<ds:CanonicalizationMethod ${c14n}/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>` +
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>` +
    `<ds:Transform ${c14n}/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>` +
    `<ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`
  const value = sign('sha256', Buffer.from(info), privateKey).toString('base64')
  const signature = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${part('SignedInfo', info)}${part('SignatureValue', value)}</ds:Signature>`
  const at = new Date().toISOString()
  const status =
    kind === 'Response'
      ? '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
        `<saml:Assertion ID="_a" Version="2.0" IssueInstant="${at}"/>`
      : ''
  return (
    `<samlp:${kind} xmlns:samlp="${xs.samlp}" xmlns:saml="${xs.saml}" ID="${id}" Version="2.0" IssueInstant="${at}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>${signature}${inner}${status}</samlp:${kind}>`
  )
}

const logout = { bytes: 32_768, elements: 250, attributes: 400, references: 1_000 }
const authn = { bytes: 65_536, elements: 550, attributes: 1_000, references: 1_000 }
const response = { bytes: 262_144, elements: 5_000, attributes: 5_000, references: 5_000 }

const base64 = (xml) => Buffer.from(xml).toString('base64')
const byForm = (path, name) => (xml) => posted(path, new URLSearchParams({ [name]: base64(xml) }).toString())
const byRedirect = (path, name) => (xml) => ({
  path: `${path}?${name}=${encodeURIComponent(deflateRawSync(xml, { level: 9 }).toString('base64'))}`.slice(0, 15_000),
})
const bySoap = (path) => (xml) =>
  posted(path, `<s:Envelope xmlns:s="${soap}"><s:Body>${xml}</s:Body></s:Envelope>`, 'text/xml')

function samlRows({ tenantId, idpId, entityId, issuer }) {
  const ours = `/api/saml/${tenantId}`
  const theirs = `/api/login/idps/${idpId}/saml`
  const row = (kind, bounds, wrap, from) =>
    Object.entries(fillings(bounds)).map(([what, inner]) => [what, wrap(messageXml(kind, inner, { issuer: from }))])
  return {
    'SAML logout request by SOAP': row('LogoutRequest', logout, bySoap(`${ours}/slo/soap`), entityId),
    'SAML logout request by form': row('LogoutRequest', logout, byForm(`${ours}/slo`, 'SAMLRequest'), entityId),
    'SAML logout request by redirect': row('LogoutRequest', logout, byRedirect(`${ours}/slo`, 'SAMLRequest'), entityId),
    'SAML authentication request by form': row('AuthnRequest', authn, byForm(`${ours}/sso`, 'SAMLRequest'), entityId),
    'SAML authentication request by redirect': row(
      'AuthnRequest',
      authn,
      byRedirect(`${ours}/sso`, 'SAMLRequest'),
      entityId,
    ),
    'SAML response': row('Response', response, byForm(`${theirs}/acs`, 'SAMLResponse'), issuer),
    'SAML logout request of a provider by form': row(
      'LogoutRequest',
      logout,
      byForm(`${theirs}/slo`, 'SAMLRequest'),
      issuer,
    ),
    'SAML logout request of a provider by redirect': row(
      'LogoutRequest',
      logout,
      byRedirect(`${theirs}/slo`, 'SAMLRequest'),
      issuer,
    ),
    'SAML logout answer of a provider by form': row(
      'LogoutResponse',
      logout,
      byForm(`${theirs}/slo`, 'SAMLResponse'),
      issuer,
    ),
  }
}

const jwt = (header, claims) => {
  const signed = [header, claims]
    .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}
const deep = (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
const wideJson = (bytes) => `{${many(bytes / 12, (at) => `${at === 0 ? '' : ','}"a${at}":0`)}}`
const listJson = (bytes) => `{"username":[${'0,'.repeat(bytes / 2)}0]}`

/** Tokens of this many characters that are expensive to read. */
function tokens(length, sub) {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: sub, sub, aud: 'x', iat: now, exp: now + 200, jti: randomUUID() }
  const room = Math.floor((length * 3) / 4) - 900
  return {
    'a signed token': jwt({ alg: 'RS256', kid: 'x' }, claims),
    'a long kid': jwt({ alg: 'RS256', kid: 'x'.repeat(room) }, claims),
    'many audiences': jwt({ alg: 'RS256' }, { ...claims, aud: Array.from({ length: room / 4 }, () => 'x') }),
    'nested claims': jwt({ alg: 'RS256' }, `{"sub":"${sub}","a":${deep(room)}}`),
    'many claims': jwt({ alg: 'RS256' }, wideJson(room)),
    'a broken token': 'a.'.repeat(length / 2),
  }
}

function proofOf({ url }) {
  // Made from a number: a key of this size takes seconds to generate.
  const n = Buffer.alloc(1100, 0xff).toString('base64url')
  const claims = { htm: 'POST', htu: url, iat: Math.floor(Date.now() / 1000), jti: randomUUID() }
  return jwt(
    { alg: 'RS256', typ: 'dpop+jwt', jwk: { kty: 'RSA', n, e: Buffer.alloc(8, 0xff).toString('base64url') } },
    claims,
  )
}

function oauthRows({ origin, oidcId, clientId }) {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const fieldsMax = many(16_000, (at) => `${at === 0 ? '' : '&'}${at.toString(36)}`)
  const resources = many(6_000, (at) => `${at === 0 ? '' : '&'}resource=${at}`)
  const asserted = (path, more) =>
    Object.entries(tokens(16_000, clientId)).map(([what, token]) => [
      what,
      posted(path, new URLSearchParams({ ...more, client_assertion_type: type, client_assertion: token }).toString()),
    ])
  const both = (path, more = {}) => [
    ...asserted(path, more),
    ['many parameters', posted(path, fieldsMax)],
    ['one parameter again and again', posted(path, resources)],
    ['a long Basic header', posted(path, 'a=b', form, { Authorization: `Basic ${'YTpi'.repeat(3500)}` })],
  ]
  const proof = proofOf({ url: `${origin}/oauth2/token` })
  const query = (path) => [
    [
      'many parameters',
      { path: `${path}?client_id=${clientId}&${many(2500, (at) => `&${at.toString(36)}=`)}`.slice(0, 15_000) },
    ],
    ['one parameter again and again', { path: `${path}?client_id=${clientId}${'&scope='.repeat(2000)}` }],
    [
      'a request object',
      { path: `${path}?client_id=${clientId}&request=${tokens(12_000, clientId)['many claims'].slice(0, 14_000)}` },
    ],
  ]
  return {
    'token request': [
      ...both('/oauth2/token', { grant_type: 'client_credentials' }),
      [
        'a DPoP proof',
        posted('/oauth2/token', `grant_type=authorization_code&client_id=${clientId}&code=x`, form, { DPoP: proof }),
      ],
    ],
    introspection: both('/oauth2/introspect', { token: 'x' }),
    revocation: both('/oauth2/revoke', { token: 'x' }),
    'device authorization': both('/oauth2/device_authorization'),
    'authorization request': [...query('/oauth2/authorize'), ['a form', posted('/oauth2/authorize', fieldsMax)]],
    'end of a session': [...query('/oauth2/end-session'), ['a form', posted('/oauth2/end-session', fieldsMax)]],
    userinfo: Object.entries(tokens(15_000, clientId)).map(([what, token]) => [
      what,
      { path: '/oauth2/userinfo', headers: { Authorization: `Bearer ${token}` } },
    ]),
    'OpenID callback': [
      ...query(`/api/login/idps/${oidcId}/oidc/callback`),
      ['a form', posted(`/api/login/idps/${oidcId}/oidc/callback`, fieldsMax)],
    ],
    'back-channel logout': [
      ...Object.entries(tokens(60_000, clientId)).map(([what, token]) => [
        what,
        posted(`/api/login/idps/${oidcId}/oidc/back-channel-logout`, `logout_token=${token}`),
      ]),
      ['many parameters', posted(`/api/login/idps/${oidcId}/oidc/back-channel-logout`, fieldsMax)],
    ],
    'front-channel logout': query(`/api/login/idps/${oidcId}/oidc/front-channel-logout`),
  }
}

function jsonRows() {
  const body = (path) => [
    ['nested lists', posted(path, deep(65_000), 'application/json')],
    ['many names', posted(path, wideJson(60_000), 'application/json')],
    ['a long list', posted(path, listJson(60_000), 'application/json')],
    [
      'a long text',
      posted(path, JSON.stringify({ username: 'a@'.repeat(30_000), code: 'a-'.repeat(30_000) }), 'application/json'),
    ],
    ['too long', posted(path, ' '.repeat(250_000), 'application/json')],
  ]
  return {
    'username of a sign-in': body('/api/login'),
    'setup URL': body('/api/login/setup'),
    'recovery code': body('/api/login/recovery'),
    'session of a command line': body('/api/login/cli-session'),
  }
}

function otherRows({ idpId }) {
  const headers = {
    'many cookies': { Cookie: many(3500, (at) => `${at.toString(36)};`) },
    'many languages': { 'Accept-Language': 'de;q=0.1,'.repeat(1500) },
    'many codings': { 'Accept-Encoding': 'br;q=0.1,'.repeat(1500) },
    'a long bearer token': { Authorization: `Bearer ${'a.'.repeat(7000)}` },
  }
  const all = (path) =>
    Object.entries(headers).map(([what, more]) => [what, { path, headers: { Accept: 'text/html', ...more } }])
  return {
    'SCIM without a valid token': [
      ['8 MB', posted(`/scim/v2/${idpId}/Users`, ' '.repeat(8_000_000), 'application/scim+json')],
      [
        'a long filter',
        { path: `/scim/v2/${idpId}/Users?filter=${'('.repeat(14_000)}`, headers: { Authorization: 'Bearer x' } },
      ],
      ...all(`/scim/v2/${idpId}/Users`),
    ],
    page: all('/login'),
    'call without a session': all('/api/portal/launcher'),
  }
}

/** What anyone may send, as dear as its limits allow: by name of the message, each way to fill it and its request. */
export function worstMessages(target) {
  return { ...samlRows(target), ...oauthRows(target), ...jsonRows(), ...otherRows(target) }
}
